/**
 * An object of Java in the JDK's serialisation. It is handed over as bytes, to be stored again or read by something
 * that knows that format: nothing of it is interpreted here.
 */
export class JavaSerialized {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}
