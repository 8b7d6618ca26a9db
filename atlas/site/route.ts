import { useSyncExternalStore } from 'react';

/** Parameters of an address, in their order. */
const PARAMETERS = ['path', 'variant', 'refusal'] as const;

/** The address of a page, a chart or a state. */
export type Route = {
  /** The id of a machine, or the name of another page. */
  readonly page: string;
  /** Id of a state; null for the whole chart. */
  readonly state: string | null;
  /** The subject of a page: a text, a code, journeys, or the path of "Try it". */
  readonly path: string | null;
  /** Id of a variant of the state. */
  readonly variant: string | null;
  /** A port and the code that it answers with, as `logIn.001`. */
  readonly refusal: string | null;
  /** Whether the flow is shown as a document for printing. */
  readonly isPrint: boolean;
};

/** The link of a page, a chart, a state or a variant; it is valid as long as the state has its name. */
export function linkTo({ page, state, isPrint, ...values }: Partial<Route>): string {
  const query = new URLSearchParams(isPrint ? { print: '1' } : {});
  for (const name of PARAMETERS) if (values[name]) query.set(name, values[name]);
  const path = (state ?? page ?? 'start').split('.').map(encodeURIComponent).join('/');
  return query.size > 0 ? `#/${path}?${query}` : `#/${path}`;
}

/** Reads the part of an address behind the `#`. */
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

/** Goes to a link of the atlas. The browser reports it later; until then a control would show its old value. */
export function goTo(link: string): void {
  location.hash = link;
  window.dispatchEvent(new Event('hashchange'));
}

/** The route of the address bar. */
export const useRoute = (): Route => routeOf(useSyncExternalStore(subscribe, () => location.hash));
