const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Two gets on one connection to a server that answers each key in capitals. */
export const twoGets = (Client) => ({
  name: Client.name,
  setup(world) {
    const { client, server } = world.pipe({ split: 'each-byte', late: true });
    server.ondata = (bytes) => server.write(encoder.encode(decoder.decode(bytes).toUpperCase()));
    const connection = new Client(client, world.runtime);
    const get = async (key, ms) => {
      const value = await connection.get(key, ms);
      world.always(value === key.toUpperCase(), `get('${key}') gave '${value}'`);
    };
    world.settles(get('a', 50), "get('a')");
    world.settles(get('b', 80), "get('b')");
  },
});
