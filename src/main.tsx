import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { fetchResumed } from '#src/app/boot/resumed.ts';
import { startPortal } from '#src/app/boot/start-portal.tsx';

if (import.meta.env.MODE === 'development') {
  // The build leaves it out.
  const { attach } = await import('#src/app/inspector/inspector.ts');
  const { show, ...watching } = await attach(window);
  await show(startPortal(window, watching).portal);
} else {
  fetchResumed(window).then(
    (resumed) => startPortal(window, { resumed }),
    // The screen in the page works by its forms.
    () => undefined,
  );
}
