/** How to read a run's table: printed under it. */
export const LEGEND: string = [
  '>  taken out of its natural order',
  '!  where the rule broke',
  'a: response wins: fulfilled  the event moved operation a to that state',
  'a: response refused          it lost, and changed nothing',
  'a: complete                  its waiter was told; other words are hooks that ran',
  '"..."                        bytes that arrived',
].join('\n');
