import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' };
const PAGE = '<!doctype html><title>suite</title><link rel="icon" href="data:,">';

/** Serves the consumer's folder to a browser, and `/answer?after=ms` to whoever asks. */
export async function serve(folder) {
  const { exports } = JSON.parse(
    await readFile(join(folder, 'node_modules', 'timed-operation', 'package.json'), 'utf8'),
  );
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    if (url.pathname === '/answer') {
      setTimeout(
        () => send(response, '.json', JSON.stringify({ sentAt: Date.now() })),
        Number(url.searchParams.get('after')),
      );
    } else if (url.pathname === '/') send(response, '.html', PAGE);
    else sendFile(response, url.pathname);
  });

  async function sendFile(response, path) {
    try {
      const text = await readFile(join(folder, normalize(path)), 'utf8');
      send(response, extname(path), path.startsWith('/suite/') ? resolved(text) : text);
    } catch {
      response.writeHead(404).end();
    }
  }

  /** A browser knows no package by its name, and a worker has no import map: so names become addresses here. */
  function resolved(text) {
    return text.replaceAll(/'timed-operation(\/[^']*)?'/g, (_all, entry = '') => {
      const target = exports[`.${entry}`]?.default.slice(1);
      return `'/node_modules/timed-operation${target}'`;
    });
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function send(response, extension, text) {
  response.writeHead(200, {
    'content-type': TYPES[extension] ?? 'application/octet-stream',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  });
  response.end(text);
}
