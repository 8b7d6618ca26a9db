import { useCallback, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { addressOf, isPassage, type PortalSnapshot, takesPlace } from '#machines/portal/portal.selectors.ts';
import { parseRoute } from '#machines/portal/route.ts';
import { usePortal } from './portal-context.tsx';

/** Two addresses of the same screen, such as /redirect with and without its uid. */
const isSameScreen = (one: string, other: string): boolean =>
  JSON.stringify(parseRoute(one)) === JSON.stringify(parseRoute(other));

/** Marks the entries of the history that follow the portal: nobody asks for them. */
const OWN = { isOwn: true };
const isOwn = (state: Partial<typeof OWN> | null): boolean => state?.isOwn === true;

/**
 * Keeps the address bar and the portal in step (design section 5). The address follows the screen;
 * what the person does to the history is asked of the portal, which may answer with another screen.
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

  useEffect(() => {
    let before: PortalSnapshot = portal.getSnapshot();
    const follow = (snapshot: PortalSnapshot) => {
      const target = addressOf(snapshot);
      if (target !== null && !isSameScreen(target, current.current)) {
        current.current = target;
        const replace = isAnswering.current || isPassage(before) || takesPlace(snapshot);
        void navigate(target, { replace, state: OWN });
      }
      before = snapshot;
    };
    follow(before);
    isAnswering.current = false;
    const subscription = portal.subscribe(follow);
    return () => subscription.unsubscribe();
  }, [portal, navigate]);

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
    const moved = () => ask(window.location.pathname + window.location.search);
    window.addEventListener('popstate', moved);
    return () => window.removeEventListener('popstate', moved);
  }, [ask]);

  useEffect(() => {
    if (location.key === seen.current) return;
    seen.current = location.key;
    if (movedBy !== NavigationType.Pop && !isOwn(location.state)) ask(address);
  }, [ask, location, movedBy, address]);

  return null;
}
