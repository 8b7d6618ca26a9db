import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { printableFlows, printFlows } from '#atlas/charts/printed-flows.ts';
import { ATLAS_FOLDER } from '#tests/support/e2e/atlas.ts';
import { charactersIn } from '#tests/support/e2e/pdf.ts';
import { test } from '#tests/support/e2e.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

const pageCountOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test('the PDF of a flow embeds fonts, and contains the characters of its text', async ({ page }, info) => {
  const folder = info.outputPath('printed');
  const files = await printFlows(page, ATLAS_FOLDER, folder, ['password-expiry']);
  expect(files).toEqual(['password-expiry.flow.ko.pdf', 'password-expiry.flow.pdf']);
  for (const file of files) {
    const pdf = readFileSync(join(folder, file));
    expect(pdf.toString('latin1')).toMatch(/\/FontFile[23]/);
    const characters = charactersIn(pdf);
    const expectedText = file.includes('.ko.') ? '비밀번호만료' : 'expiredpassword';
    expect([...expectedText].filter((character) => !characters.has(character))).toEqual([]);
  }
});

for (const flow of IS_TEST_ALL ? printableFlows(ATLAS_FOLDER, []) : ['password-expiry']) {
  test(`the PDF of the flow ${flow} has at most six pages in each language`, async ({ page }, info) => {
    const folder = info.outputPath('printed');
    for (const file of await printFlows(page, ATLAS_FOLDER, folder, [flow])) {
      const pageCount = pageCountOf(readFileSync(join(folder, file)));
      expect(pageCount, file).toBeGreaterThan(0);
      expect(pageCount, file).toBeLessThanOrEqual(6);
    }
  });
}
