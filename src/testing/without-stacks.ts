interface StackHost {
  captureStackTrace?(error: object, below?: unknown): void;
}

const noCapture = () => {};

/**
 * Runs `play` with no error paying for its stack: a run makes several, thousands of runs a second are played, and nobody reads one.
 * Where the limit is no plain number, V8 captures nothing; whoever sets it meanwhile finds it set. Other engines have no limit to look at.
 */
export function withoutStacks<Result>(play: () => Result): Result {
  const own = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit');
  if (own === undefined || own.configurable !== true || !('value' in own)) return play();
  let limit: unknown = own.value;
  const set = (value: unknown) => {
    limit = value;
  };
  const host = Error as StackHost;
  const { captureStackTrace } = host;
  Object.defineProperty(Error, 'stackTraceLimit', { configurable: true, enumerable: true, get: () => limit, set });
  // It would look for the limit in vain, and put an empty stack on the error.
  if (captureStackTrace !== undefined) host.captureStackTrace = noCapture;
  try {
    return play();
  } finally {
    Object.defineProperty(Error, 'stackTraceLimit', { ...own, value: limit });
    if (captureStackTrace !== undefined && host.captureStackTrace === noCapture)
      host.captureStackTrace = captureStackTrace;
  }
}
