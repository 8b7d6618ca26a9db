import { useSyncExternalStore } from 'react';

/** The query parameters of an address, in the order in which links contain them. */
const PARAMETERS = ['path', 'variant', 'refusal'] as const;

/** The parts of an address in the atlas. */
export type Route = {
  /** The id of a machine, or the name of a page that belongs to no machine. */
  readonly page: string;
  /** Id of the open state; null when no state is open. */
  readonly state: string | null;
  /** What the page shows: the key of a text, an error code, the ids of journeys, or the path on the page "Try it". */
  readonly path: string | null;
  /** Id of the selected variant of the state. */
  readonly variant: string | null;
  /** A port and the error code with which its call is refused, such as `logIn.001`. */
  readonly refusal: string | null;
  /** Whether the flow is shown as a document for paper. */
  readonly isPrint: boolean;
};

/** The link of a page, a state or a variant. The link of a state is valid as long as the id of the state does not change. */
export function linkTo({ page, state, isPrint, ...values }: Partial<Route>): string {
  const query = new URLSearchParams(isPrint ? { print: '1' } : {});
  for (const name of PARAMETERS) if (values[name]) query.set(name, values[name]);
  const path = (state ?? page ?? 'start').split('.').map(encodeURIComponent).join('/');
  return query.size > 0 ? `#/${path}?${query}` : `#/${path}`;
}

/** Parses the fragment of an address (the part from the `#`). */
function routeOf(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(search);
  return {
    page: parts[0] ?? 'start',
    state: parts.length > 1 ? parts.join('.') : null,
    path: query.get('path'),
    variant: query.get('variant'),
    refusal: query.get('refusal'),
    isPrint: query.has('print'),
  };
}

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

/**
 * Opens a link of the atlas. It dispatches the event `hashchange` at once, because the browser's own event is late: until then a
 * control would show its old value.
 */
export function goTo(link: string): void {
  location.hash = link;
  window.dispatchEvent(new Event('hashchange'));
}

/** Returns the route of the current address. */
export const useRoute = (): Route => routeOf(useSyncExternalStore(subscribe, () => location.hash));
