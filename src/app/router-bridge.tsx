import { useEffect, useRef } from 'react';
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

  useEffect(() => {
    if (location.key === seen.current) return;
    seen.current = location.key;
    if (movedBy !== NavigationType.Pop && isOwn(location.state)) return;
    current.current = address;
    const shown = addressOf(portal.getSnapshot());
    if (shown !== null && isSameScreen(shown, address)) return;
    isAnswering.current = true;
    portal.send({ type: 'route.requested', address });
    isAnswering.current = false;
  }, [portal, location, movedBy, address]);

  return null;
}
