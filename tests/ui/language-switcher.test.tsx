import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LanguageSwitcher } from '#src/ui/language-switcher.tsx';

it('the languages are a named group, and the current one is pressed', () => {
  render(
    <LanguageSwitcher
      label="Language"
      current="ko"
      chooseEvent={(language) => ({ value: language, send: () => undefined })}
    />,
  );
  const group = screen.getByRole('group', { name: 'Language' });
  const pressed = [...group.children].map((button) => button.getAttribute('aria-pressed'));
  expect(pressed).toEqual(['true', 'false']);
});
