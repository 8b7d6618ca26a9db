import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { startPortal } from '#src/app/boot/start-portal.tsx';
import { SCREEN_ELEMENT } from '#wire/server-portal.ts';

if (import.meta.env.MODE === 'development') {
  // The build leaves it out.
  const { attach } = await import('#src/inspector/inspector.ts');
  const { show, ...options } = await attach(window);
  await show(startPortal(window, options).portal);
} else {
  const screen = document.getElementById(SCREEN_ELEMENT)?.textContent;
  if (screen) {
    import('#src/app/boot/resumed.ts')
      .then(({ fetchResumableScreen }) => fetchResumableScreen(window, screen))
      .then(
        (resumed) => startPortal(window, { resumed }),
        // The server's screen continues to work by its forms.
        () => undefined,
      );
  } else startPortal(window);
}
