import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Card } from '#src/ui/card.tsx';
import { FieldError } from '#src/ui/input-field.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { MethodIcon } from '#src/views/method-icon.tsx';
import { projectFiles } from '#tools/source/project-files.ts';

/** The styles of a rendered element. */
const styleOf = (element: Element | null | undefined, name: string): string =>
  element ? getComputedStyle(element).getPropertyValue(name) : '';

test('no text ends in a line of one word', () => {
  const [base] = projectFiles('src/ui/base.css');
  const sheet = document.createElement('style');
  sheet.textContent = base?.text.replace(/@import[^;]*;/, '') ?? '';
  document.head.append(sheet);
  expect(styleOf(document.documentElement, 'text-wrap')).toBe('pretty');
  sheet.remove();
  const card = render(<Card title="로그인" lead="아이디를 입력해 주세요." />);
  expect(styleOf(card.getByText('아이디를 입력해 주세요.'), 'text-wrap')).toBe('balance');
  const error = render(<FieldError id="error" error="아이디가 필요해요." />).getByRole('alert');
  expect(styleOf(error, 'text-wrap')).toBe('balance');
});

test('an option with a hint has the full width of its group, and each contact of an account line its own line', () => {
  const columnsOf = (hint?: string): string => {
    const options = ['1', '2'].map((value) => ({ value, label: value, ...(hint && { hint }) }));
    const { container } = render(
      <RadioGroup
        legend="방법"
        name={hint ?? 'x'}
        options={options}
        value="1"
        isRow
        onChange={() => undefined}
      />,
    );
    return styleOf(container.querySelector('[data-row]'), 'grid-template-columns');
  };
  expect(columnsOf('설명')).toBe('1fr');
  expect(columnsOf()).toContain('auto-fit');
  const line = render(<AccountLine label="받는 곳" value={['010-****-5678', 'k***@mail.example']} />);
  const values = [...line.container.querySelectorAll('dd')];
  expect(values.map(({ textContent }) => textContent)).toEqual(['010-****-5678', 'k***@mail.example']);
  expect([styleOf(values[0]?.parentElement, 'display'), styleOf(values[1], 'grid-column-start')]).toEqual([
    'grid',
    '2',
  ]);
});

test('the icon of a banner is aligned with the first line of its text', () => {
  const banner = render(<Banner tone="warning">오프라인이에요.</Banner>).container.querySelector(
    '[data-tone]',
  );
  expect(styleOf(banner, 'align-items')).toBe('baseline');
  const [icon, text] = banner?.children ?? [];
  expect([icon?.tagName, text?.textContent]).toEqual(['svg', '오프라인이에요.']);
  expect(styleOf(icon, 'margin-block-end')).toBe('-4.8px');
});

test('the icon of a temporary code is a ticket, not the triangle of a warning', () => {
  const pathOf = (method: Parameters<typeof MethodIcon>[0]['method']) =>
    render(<MethodIcon method={method} />)
      .container.querySelector('path')
      ?.getAttribute('d') ?? '';
  expect(pathOf('emergencyCode')).toMatch(/^M3 7h18v3a2 2 0 0 0 0 4v3H3/);
});
