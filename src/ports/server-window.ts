/** Replaces the browser's window on the server (rule 233): it has an address and fires no events. */
export type ServerWindow = {
  readonly window: Window & typeof globalThis;
  /** The address to which the portal has sent the browser; null while it shows a screen. */
  readonly destination: () => string | null;
};

/** Sends nothing to other tabs, and receives nothing from them. */
class SilentChannel extends EventTarget {
  postMessage() {
    return undefined;
  }
  close() {
    return undefined;
  }
}

/** @param address path and query of the request */
export function serverWindow(origin: string, address: string): ServerWindow {
  const { pathname, search, href } = new URL(address, origin);
  let destination: string | null = null;
  const leave = (to: string | URL) => {
    destination = new URL(to, href).href;
  };
  const members = Object.assign(new EventTarget(), {
    location: { pathname, search, href, origin, assign: leave, replace: leave },
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    BroadcastChannel: SilentChannel,
    isSecureContext: true,
    // A browser that loads the scripts later may have passkeys.
    PublicKeyCredential: {},
    performance,
  });
  return {
    // The ports use only these members of a window.
    window: Object.assign(members, { parent: members }) as unknown as Window & typeof globalThis,
    destination: () => destination,
  };
}
