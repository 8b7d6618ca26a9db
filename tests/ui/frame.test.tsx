import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Card } from '#src/ui/card.tsx';
import { HiddenUserName } from '#src/ui/hidden-user-name.tsx';
import { LanguageSwitcher } from '#src/ui/language-switcher.tsx';
import { Logo } from '#src/ui/logo.tsx';
import { Page } from '#src/ui/page.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

test('the page has its landmarks', () => {
  render(
    <Page header="머리" footer="바닥">
      본문
    </Page>,
  );
  const texts = ['banner', 'main', 'contentinfo'].map((role) => screen.getByRole(role).textContent);
  expect(texts).toEqual(['머리', '본문', '바닥']);
});

test('the page announces its banners in one region that exists before them', () => {
  const page = (banner: string | null) => (
    <Page
      header="머리"
      banner={
        <>
          <Banner tone="info">{banner}</Banner>
          <Banner tone="warning" />
        </>
      }
    >
      본문
    </Page>
  );
  const { rerender } = render(page(null));
  const [region, ...others] = screen.getAllByRole('status');
  expect([region?.childElementCount, others]).toEqual([0, []]);
  rerender(page('연결이 끊겼어요.'));
  expect(screen.getByRole('status')).toBe(region);
  expect([region?.textContent, region?.getAttribute('aria-atomic')]).toEqual(['연결이 끊겼어요.', 'false']);
});

test('the title of the card is the h1 and can take the focus', () => {
  const title = createRef<HTMLHeadingElement>();
  render(<Card title="로그인" titleRef={title} />);
  title.current?.focus();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: '로그인' }));
});

const ignoredEvent = (language: string) => ({ value: language, send: () => undefined });

test.each([
  ['ko', ['true', 'false']],
  ['en', ['false', 'true']],
  [null, ['false', 'false']],
] as const)('the languages are a named group, in which %s is pressed', (current, pressed) => {
  render(<LanguageSwitcher label="언어" current={current} chooseEvent={ignoredEvent} />);
  const buttons = within(screen.getByRole('group', { name: '언어' })).getAllByRole('button');
  expect(buttons.map((button) => button.getAttribute('aria-pressed'))).toEqual(pressed);
  expect(buttons.map((button) => [button.lang, button.textContent])).toEqual([
    ['ko', '한국어'],
    ['en', 'English'],
  ]);
});

test('the switcher sends the chosen language', async () => {
  const onChoose = vi.fn();
  render(
    <LanguageSwitcher
      label="언어"
      current="ko"
      chooseEvent={(language) => ({ value: language, send: () => onChoose(language) })}
    />,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'English' }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('en');
});

test('the logo is named once, by its text or by its picture', () => {
  const { rerender } = render(<Logo name="문지기" href="/" />);
  expect(screen.getByRole('link', { name: '문지기' })).toBeTruthy();
  rerender(<Logo name="한빛" src="/logo.svg" href="/" />);
  expect(screen.getByRole('link', { name: '한빛' })).toBeTruthy();
  rerender(<Logo name="한빛" src={{ light: '/light.svg', dark: '/dark.svg' }} href="/" />);
  expect(screen.getByRole('img', { name: '한빛' }).getAttribute('src')).toBe('/light.svg');
  expect(document.querySelector('source[media="(prefers-color-scheme: dark)"]')?.getAttribute('srcset')).toBe(
    '/dark.svg',
  );
  rerender(<Logo name="문지기" />);
  expect(screen.queryByRole('link')).toBeNull();
});

test('a text link without an address is a button that submits nothing', async () => {
  const onClick = vi.fn();
  render(<TextLink onClick={onClick}>다른 방법</TextLink>);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '다른 방법' });
  await userEvent.setup().click(button);
  expect(onClick).toHaveBeenCalledTimes(1);
  expect(button.type).toBe('button');
});

test('the account line shows the ID, and the user name is only for password managers', () => {
  const { container } = render(
    <>
      <AccountLine label="아이디" value="kim" />
      <HiddenUserName value="kim" />
    </>,
  );
  expect(screen.getByRole('definition').textContent).toBe('kim');
  expect(screen.queryByRole('textbox')).toBeNull();
  const hidden = container.querySelector('input');
  expect([hidden?.autocomplete, hidden?.value, hidden?.tabIndex]).toEqual(['username', 'kim', -1]);
});
