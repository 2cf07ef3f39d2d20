/** Starts `thread.js`, and asks it: each answer comes `ms` after the question. */
export async function otherThread() {
  const thread = await start();
  let hear;
  const next = () =>
    new Promise((resolve) => {
      hear = resolve;
    });
  const ready = next();
  thread.listen((message) => hear(message));
  await ready;
  return {
    ask(ms) {
      const answer = next();
      thread.post(ms);
      return answer;
    },
    end: thread.end,
  };
}

async function start() {
  const url = new URL('./thread.js', import.meta.url);
  if (typeof globalThis.Worker === 'function') {
    const worker = new Worker(url, { type: 'module' });
    return {
      listen: (hear) => {
        worker.onmessage = ({ data }) => hear(data);
      },
      post: (message) => worker.postMessage(message),
      end: () => worker.terminate(),
    };
  }
  const { Worker: NodeWorker } = await import('node:worker_threads');
  const worker = new NodeWorker(url);
  return {
    listen: (hear) => worker.on('message', hear),
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
  };
}
