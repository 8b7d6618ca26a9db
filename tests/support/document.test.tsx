import { expect, it, vi } from 'vitest';

it('calls that jsdom does not implement are reported, except navigation', () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  window.location.assign('/elsewhere');
  expect(errors).not.toHaveBeenCalled();
  window.print();
  expect(errors.mock.lastCall?.[0]).toMatch(/^Not implemented: .*print/);
});
