// What the explorer found on Node 20; every other runtime must find the same, run for run. Change it only with the explorer or the core.
export const foundBy = {
  schedules: 4433,
  outcomes: { fulfilled: 1047, cancelled: 1516, timedOut: 1582, failed: 288 },
  rule: 'always',
  message: 'given twice',
  after: 3,
  token: 'rt1:a+response+after+all%3A+100+%25:c0c7:cancel<response',
  steps: ['setup', 'cancel', 'complete op0', 'response', 'look'],
  clientToken: 'rt1:a+careless+client:fe93:hold+server<rx+server',
};
