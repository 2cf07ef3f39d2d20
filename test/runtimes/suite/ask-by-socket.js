import { connect } from 'node:net';

/** Asks the server over a socket of one's own: HTTP by hand, so that nothing stands between the bytes and the answer. */
export function askBySocket(server, ms) {
  const { hostname, port } = new URL(server);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /answer?after=${ms} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
      const body = /\{.*?\}/.exec(text);
      if (body !== null) resolve(JSON.parse(body[0]));
    });
    socket.on('error', reject);
  });
}
