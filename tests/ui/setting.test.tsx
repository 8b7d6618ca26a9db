import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { projectFiles } from '#scripts/source/project-files.ts';
import { Banner } from '#src/ui/banner.tsx';
import { MethodIcon } from '#src/views/method-icon.tsx';

/** The declarations of a rule in a style sheet. */
const ruleOf = (path: string, selector: string): string => {
  const [sheet] = projectFiles(path);
  return new RegExp(`(?:^|\\n)\\${selector} \\{([^}]*)\\}`).exec(sheet?.text ?? '')?.[1] ?? '';
};

test('a text ends in no line of one word', () => {
  expect(ruleOf('src/ui/base.css', 'html')).toContain('text-wrap: pretty');
  expect(ruleOf('src/ui/card.module.css', '.lead')).toContain('text-wrap: balance');
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
