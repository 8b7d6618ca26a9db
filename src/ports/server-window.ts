/** A replacement for the window of a browser while the portal runs on the server (rule 233). */
export type ServerWindow = {
  /** The window. It has the address of the request, and its events never fire. */
  readonly window: Window & typeof globalThis;
  /** Returns the address to which the portal has navigated; null if it has not navigated. */
  readonly destination: () => string | null;
};

/** A broadcast channel that sends and receives nothing. */
class SilentChannel extends EventTarget {
  postMessage() {
    return undefined;
  }
  close() {
    return undefined;
  }
}

/**
 * Creates the window for a request.
 * @param address path and query of the request
 */
export function createServerWindow(origin: string, address: string): ServerWindow {
  const { pathname, search, href } = new URL(address, origin);
  let destination: string | null = null;
  const navigate = (url: string | URL) => {
    destination = new URL(url, href).href;
  };
  const members = Object.assign(new EventTarget(), {
    location: { pathname, search, href, origin, assign: navigate, replace: navigate },
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    BroadcastChannel: SilentChannel,
    isSecureContext: true,
    // The server assumes that the browser supports passkeys. When the script runs, it replaces this value.
    PublicKeyCredential: {},
    performance,
  });
  return {
    // The ports use only these members of a window.
    window: Object.assign(members, { parent: members }) as unknown as Window & typeof globalThis,
    destination: () => destination,
  };
}
