import { expect, it, vi } from 'vitest';

it('reports what jsdom cannot do, except navigation', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  window.location.assign('/elsewhere');
  expect(said).not.toHaveBeenCalled();
  window.print();
  expect(said.mock.lastCall?.[0]).toMatch(/^Not implemented: .*print/);
});
