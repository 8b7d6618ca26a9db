declare module 'jsdom' {
  /** A page that is parsed and never shown. */
  export class JSDOM {
    constructor(html: string);
    readonly window: Window & typeof globalThis;
  }
}
