/** Every contender of the suite `geerpc` as the tables name it, with its file. */
export const rpcFiles: Readonly<Record<string, string>> = {
  ours: 'ours.ts',
  off: 'off.ts',
  'json-floor': 'json-floor.ts',
  birpc: 'birpc.ts',
  'json-rpc-2.0': 'json-rpc.ts',
  'vscode-jsonrpc': 'vscode-jsonrpc.ts',
  'grpc-js': 'grpc-js.ts',
  'nice-grpc': 'nice-grpc.ts',
  connect: 'connect.ts',
};
