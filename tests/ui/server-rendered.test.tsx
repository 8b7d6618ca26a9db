import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { IsServerPage, useIsServerRendered } from '#src/ui/server-rendered.ts';

const ShownValue = () => String(useIsServerRendered());

const page = (isServerPage: boolean) => (
  <IsServerPage value={isServerPage}>
    <ShownValue />
  </IsServerPage>
);

test('only the markup of a page that the server renders is rendered by the server', () => {
  expect([renderToString(page(true)), renderToString(page(false))]).toEqual(['true', 'false']);
});

test('after hydration, a page counts as rendered by the browser', () => {
  const container = document.createElement('div');
  container.innerHTML = renderToString(page(true));
  render(page(true), { container, hydrate: true });
  expect(container.textContent).toBe('false');
});
