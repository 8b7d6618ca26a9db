import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { addressOf, isPassage, type PortalSnapshot, takesPlace } from '#machines/portal/portal.selectors.ts';
import { parseRoute } from '#machines/portal/route.ts';
import { usePortal } from './portal-context.tsx';

/** Two addresses of the same screen, such as /redirect with and without its uid. */
const isSameScreen = (one: string, other: string): boolean =>
  JSON.stringify(parseRoute(one)) === JSON.stringify(parseRoute(other));

/** Marks the entries of the history that follow the portal: nobody asks for them. */
type OwnState = {
  readonly isOwn: true;
  /** The address of the entry before this one; null when it is not the portal's. */
  readonly before: string | null;
};
const isOwn = (state: Partial<OwnState> | null): boolean => state?.isOwn === true;

/** What the router has written into the entry of the history that the browser is at. */
const addressBefore = (): string | null => {
  const entry: { readonly usr?: Partial<OwnState> | null } | null = window.history.state;
  return entry?.usr?.before ?? null;
};

const addressHere = (): string => window.location.pathname + window.location.search;

/**
 * Keeps the address bar and the portal in step. The address follows the screen;
 * what the person does to the history is asked of the portal, which may answer with another screen.
 * A screen that leads back to the one before it goes back in the history as well: otherwise the browser's
 * Back would lead from there to the screen that was just left.
 */
export function RouterBridge() {
  const portal = usePortal();
  const navigate = useNavigate();
  const location = useLocation();
  const movedBy = useNavigationType();
  const address = location.pathname + location.search;
  const current = useRef(address);
  const seen = useRef(location.key);
  const isAnswering = useRef(true);
  const isReturning = useRef(false);
  const last = useRef<PortalSnapshot>(portal.getSnapshot());

  const follow = useEffectEvent((snapshot: PortalSnapshot) => {
    const replace = isAnswering.current || isPassage(last.current) || takesPlace(snapshot);
    last.current = snapshot;
    const target = addressOf(snapshot);
    if (target === null || isReturning.current || isSameScreen(target, current.current)) return;
    const before = addressBefore();
    if (!replace && before !== null && isSameScreen(target, before)) {
      isReturning.current = true;
      void navigate(-1);
      return;
    }
    const state: OwnState = { isOwn: true, before: replace ? before : current.current };
    current.current = target;
    void navigate(target, { replace, state });
  });

  useEffect(() => {
    follow(portal.getSnapshot());
    isAnswering.current = false;
    const subscription = portal.subscribe((snapshot) => follow(snapshot));
    return () => subscription.unsubscribe();
  }, [portal]);

  const ask = useCallback(
    (asked: string) => {
      current.current = asked;
      const shown = addressOf(portal.getSnapshot());
      if (shown !== null && isSameScreen(shown, asked)) return;
      isAnswering.current = true;
      portal.send({ type: 'route.requested', address: asked });
      isAnswering.current = false;
    },
    [portal],
  );

  // Told by the browser: the router draws later, and a quick Back overtakes what it has not drawn yet.
  useEffect(() => {
    const moved = () => {
      if (!isReturning.current) return ask(addressHere());
      isReturning.current = false;
      current.current = addressHere();
      follow(portal.getSnapshot());
    };
    window.addEventListener('popstate', moved);
    return () => window.removeEventListener('popstate', moved);
  }, [ask, portal]);

  useEffect(() => {
    if (location.key === seen.current) return;
    seen.current = location.key;
    if (movedBy !== NavigationType.Pop && !isOwn(location.state)) ask(address);
  }, [ask, location, movedBy, address]);

  return null;
}
