import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NOT_RUN } from '#tools/standards/modules.ts';
import { FAMILIES } from '#tools/standards/specifications.ts';
import { moduleTests, readResults, standards } from '#tools/standards.ts';

describe('docs/standards.md', () => {
  test('is the output of npm run standards', () => {
    expect(readFileSync('docs/standards.md', 'utf8')).toBe(standards());
  });

  test('lists only modules and plans of the conformance suite that have a test of the same name', () => {
    const { plans } = readResults();
    const modules = plans.flatMap((plan) => plan.modules.map(({ module }) => module));
    expect(new Set(modules).size).toBeGreaterThan(90);
    const testedNames = moduleTests();
    const untested = new Set(
      [...modules, ...Object.keys(NOT_RUN)].filter((module) => !testedNames.has(module)),
    );
    expect([...untested]).toEqual([]);
    expect(plans.map(({ plan }) => plan).filter((plan) => !testedNames.has(plan))).toEqual([]);
  });

  test('lists tests for every specification that is not absent, and a remark for every partly implemented specification', () => {
    const specifications = FAMILIES.flatMap((family) => family.specifications);
    const withWrongTests = specifications.filter(
      ({ status, tests }) => (status === 'absent') !== (tests.length === 0),
    );
    expect(withWrongTests.map(({ name }) => name)).toEqual([]);
    const withoutRemark = specifications.filter(({ status, remark }) => status === 'in part' && !remark);
    expect(withoutRemark.map(({ name }) => name)).toEqual([]);
  });
});
