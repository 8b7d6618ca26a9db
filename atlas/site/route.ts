import { useSyncExternalStore } from 'react';
import { START } from '#atlas/build/page-names.ts';

/** The address of a page: a chart, a state, one of its variants, an error code, a step of the path. */
export type Route = {
  readonly machine: string;
  /** Id of a state; null for the whole chart. */
  readonly state: string | null;
  /** Id of a variant of the state. */
  readonly variant: string | null;
  /** A port and the code that it answers with, as `logIn.001`. */
  readonly refusal: string | null;
  /** A step of the path to the variant; null for its end. */
  readonly step: number | null;
  /** A path that is tried, as `writePath` writes it. */
  readonly path: string | null;
  /** Whether the whole flow is shown to be printed. */
  readonly isPrint: boolean;
};

/** The link of a chart, a state or a variant; it stays as long as the state has its name. */
export function linkTo({
  machine,
  state,
  variant,
  refusal,
  step,
  path: tried,
  isPrint,
}: Partial<Route>): string {
  const path = state ?? machine ?? START;
  const query = new URLSearchParams();
  if (isPrint) query.set('print', '1');
  if (tried) query.set('path', tried);
  if (variant) query.set('variant', variant);
  if (refusal) query.set('refusal', refusal);
  if (step !== null && step !== undefined) query.set('step', String(step));
  const search = query.size > 0 ? `?${query}` : '';
  return `#/${path.split('.').map(encodeURIComponent).join('/')}${search}`;
}

/** Reads the part of an address behind the `#`. */
function routeOf(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(search);
  const step = query.get('step');
  return {
    machine: parts[0] ?? START,
    state: parts.length > 1 ? parts.join('.') : null,
    variant: query.get('variant'),
    refusal: query.get('refusal'),
    step: step === null ? null : Number(step),
    path: query.get('path'),
    isPrint: query.has('print'),
  };
}

const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  window.addEventListener('hashchange', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('hashchange', listener);
  };
};

/** Goes to a link of the atlas. The browser reports it later; until then a control would show its old value. */
export function goTo(link: string): void {
  location.hash = link;
  for (const listener of listeners) listener();
}

/** The route of the address bar. */
export const useRoute = (): Route => routeOf(useSyncExternalStore(subscribe, () => location.hash));
