import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { MethodIcon } from '#src/views/method-icon.tsx';
import { projectFiles } from '#tools/source/project-files.ts';

/** The declarations of a rule in a style sheet. */
const ruleOf = (path: string, selector: string): string => {
  const [sheet] = projectFiles(path);
  return (
    new RegExp(`(?:^|\\n)${selector.replaceAll(/[.[\]()]/g, '\\$&')} \\{([^}]*)\\}`).exec(
      sheet?.text ?? '',
    )?.[1] ?? ''
  );
};

test('a text ends in no line of one word', () => {
  expect(ruleOf('src/ui/base.css', 'html')).toContain('text-wrap: pretty');
  for (const [path, selector] of [
    ['src/ui/card.module.css', '.lead'],
    ['src/ui/input-field.module.css', '.error'],
  ] as const) {
    expect(ruleOf(path, selector), selector).toContain('text-wrap: balance');
  }
});

test('a choice with a sentence has the width of its group, and contacts stand whole below each other', () => {
  expect(ruleOf('src/ui/choice.module.css', '.group[data-row]:has(.hint)')).toContain('1fr');
  expect(ruleOf('src/ui/account-line.module.css', '.account')).toContain('flex: 1 1 7rem');
  const line = render(<AccountLine label="받는 곳" userId={['010-****-5678', 'k***@mail.example']} />);
  const values = line.container.querySelectorAll('dd');
  expect([...values].map(({ textContent }) => textContent)).toEqual(['010-****-5678', 'k***@mail.example']);
});

test('the icon of a banner stands in the first line of its text', () => {
  expect(ruleOf('src/ui/banner.module.css', '.banner')).toContain('align-items: baseline');
  const [icon, text] = render(<Banner tone="warning">오프라인이에요.</Banner>).container.querySelectorAll(
    '[data-tone] > *',
  );
  expect([icon?.tagName, text?.textContent]).toEqual(['svg', '오프라인이에요.']);
});

test('the temporary code wears a ticket and not the triangle of a warning', () => {
  const pathOf = (method: Parameters<typeof MethodIcon>[0]['method']) =>
    render(<MethodIcon method={method} />)
      .container.querySelector('path')
      ?.getAttribute('d') ?? '';
  expect(pathOf('emergencyCode')).toMatch(/^M3 7h18v3a2 2 0 0 0 0 4v3H3/);
});
