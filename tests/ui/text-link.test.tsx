import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { TextLink } from '#src/ui/text-link.tsx';

it('a disabled text link is announced as disabled, stays in the tab order and does nothing', () => {
  const press = vi.fn();
  render(
    <TextLink disabled onClick={press}>
      Later
    </TextLink>,
  );
  const link = screen.getByRole('button', { name: 'Later' });
  expect(link.getAttribute('aria-disabled')).toBe('true');
  link.click();
  expect(press).not.toHaveBeenCalled();
});
