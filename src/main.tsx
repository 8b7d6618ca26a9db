import '#src/ui/tokens.css';
import '#src/ui/base.css';
import { startPortal } from '#src/app/boot/start-portal.tsx';
import { SCREEN_ELEMENT } from '#wire/server-portal.ts';

if (import.meta.env.MODE === 'development') {
  // The production build does not contain the inspector.
  const { prepareInspector } = await import('#src/inspector/inspector.ts');
  const { show, ...options } = await prepareInspector(window);
  await show(startPortal(window, options).portal);
} else {
  const screenJson = document.getElementById(SCREEN_ELEMENT)?.textContent;
  if (screenJson) {
    import('#src/app/boot/resumed.ts')
      .then(({ fetchResumableScreen }) => fetchResumableScreen(window, screenJson))
      .then(
        (resumed) => startPortal(window, { resumed }),
        // The screen that the server has rendered continues to work with its forms.
        () => undefined,
      );
  } else startPortal(window);
}
