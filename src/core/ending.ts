/** The end of an operation's work, made for whoever asks for it before it has come. */
export class Ending {
  readonly promise: Promise<void>;
  /** It has come. */
  come!: () => void;

  constructor() {
    this.promise = new Promise((resolve) => {
      this.come = resolve;
    });
  }
}
