import '#tests/support/journey/scripted-steps.tsx';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { assembled, type Cast, explore } from '#tests/support/journey/graph.ts';
import type { Law } from '#tests/support/journey/law.ts';
import { places } from '#tests/support/journey/laws.ts';
import { type Ground, randomPageWalk } from '#tests/support/journey/page-walk.ts';
import { fallText } from '#tests/support/journey/walk.ts';
import { FLOW_CASES, FLOWS, PORTAL_CASES } from '#tests/support/journey/world.ts';
import { portalInput } from '#tests/support/model/portal.ts';
import { IS_WHOLE } from '#tests/support/whole.ts';

/** `npm run walks` asks for many walks of the machines: the page, which costs more, takes a part of them. */
const { WALKS = IS_WHOLE ? '600' : '50', WALK_EVENTS = '20', WALK_SEED = '1' } = process.env;
const COUNT = Math.ceil(Number(WALKS) / 50);

const cast: Cast = { portal: assembled(FLOWS), portalCases: PORTAL_CASES, flowCases: FLOW_CASES };
const ground: Ground = { cast, starts: places(explore(cast, portalInput())) };

/** jsdom cannot draw; what a QR code looks like is the affair of its own walk. */
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect: () => undefined } as never);
});

test('no random walk over the page breaks it, a law, or ends in an exception', { timeout: 0 }, async () => {
  const first = Number(WALK_SEED);
  for (let seed = first; seed < first + COUNT; seed += 1) {
    const fall = await randomPageWalk(seed, Number(WALK_EVENTS), ground);
    expect(fall && fallText(fall)).toBeNull();
  }
});

describe('a walk over the page that breaks a law', () => {
  const nobodyIdentifies: Law = {
    name: 'nobody enters an ID',
    problems: ({ portal }) => (portal.matches('id-entry') ? ['somebody does'] : []),
  };
  const fallOf = async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const fall = await randomPageWalk(seed, 20, ground, [nobodyIdentifies]);
      if (fall) return fall;
    }
    throw new Error('No walk came to the ID entry');
  };

  test('is told with its seed and its path, the same each time', async () => {
    const fall = await fallOf();
    expect(fall.problems).toEqual(['nobody enters an ID: somebody does']);
    expect(fallText(fall)).toContain(`npm run walks -- --seed ${fall.seed} --walks 1`);
    expect(fall.path).toContain('\n  → ');
    expect(await fallOf()).toEqual(fall);
  });
});
