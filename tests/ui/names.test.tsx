import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LanguageSwitcher } from '#src/ui/language-switcher.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

it('the languages are a group with a name, and the shown one is pressed', () => {
  render(
    <LanguageSwitcher
      label="Language"
      current="ko"
      choose={(language) => ({ value: language, send: () => undefined })}
    />,
  );
  const group = screen.getByRole('group', { name: 'Language' });
  const pressed = [...group.children].map((button) => button.getAttribute('aria-pressed'));
  expect(pressed.toSorted()).toEqual(['false', 'true']);
});

it('a way aside that does nothing for now says so, keeps its place for Tab, and does nothing', () => {
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
