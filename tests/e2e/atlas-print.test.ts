import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { printWalkthroughs } from '#atlas/charts/walkthroughs.ts';
import { FOLDER } from '#tests/support/e2e/atlas.ts';
import { charactersIn } from '#tests/support/e2e/pdf.ts';
import { test } from '#tests/support/e2e.ts';

test('a flow is printed by command on at most six pages, with fonts and text that can be searched', async ({
  page,
}, info) => {
  const folder = info.outputPath('printed');
  const files = await printWalkthroughs(page, FOLDER, folder, ['password-expiry']);
  expect(files).toEqual(['password-expiry.walkthrough.ko.pdf', 'password-expiry.walkthrough.pdf']);
  for (const file of files) {
    const pdf = readFileSync(join(folder, file));
    const text = pdf.toString('latin1');
    expect(text.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(6);
    expect(text).toMatch(/\/FontFile[23]/);
    const characters = charactersIn(pdf);
    const words = file.includes('.ko.') ? '비밀번호만료' : 'expiredpassword';
    expect([...words].filter((character) => !characters.has(character))).toEqual([]);
  }
});
