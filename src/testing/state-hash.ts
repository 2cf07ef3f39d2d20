/** A state of a run as 64 bits, in two halves. */
export class StateHash {
  low = 0;
  high = 0;
  add(part: number): void {
    // Fractions are kept to a 1024th; what is beyond 32 bits counts too.
    const word = part | 0;
    const rest = part === word ? 0 : Math.floor(part / 0x1_0000_0000) ^ (part * 1024);
    this.low = Math.imul(this.low ^ word, 0x85ebca6b) + rest;
    this.low = (this.low ^ (this.low >>> 15)) | 0;
    this.high = Math.imul(this.high + word, 0xc2b2ae35) ^ rest;
    this.high = (this.high ^ (this.high >>> 13)) | 0;
  }

  clear(): void {
    this.low = 0x1b873593;
    this.high = 0x38495ab5 | 0;
  }

  addText(text: string): void {
    for (let index = 0; index < text.length; index++) this.add(text.charCodeAt(index));
    this.add(text.length);
  }
}
