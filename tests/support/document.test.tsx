import { expect, it, vi } from 'vitest';

it('says nothing of a page that is left, and everything else that jsdom cannot do', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  window.location.assign('/elsewhere');
  expect(said).not.toHaveBeenCalled();
  window.print();
  expect(said.mock.lastCall?.[0]).toMatch(/^Not implemented: .*print/);
});
