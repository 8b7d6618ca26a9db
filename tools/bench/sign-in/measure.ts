import type { Profile } from '#tools/bench/first-load.ts';
import { openBrowser } from '#tools/bench/loads.ts';
import { median } from '#tools/bench/median.ts';
import { checkOutEarlier } from '#tools/bench/sign-in/earlier-checkout.ts';
import {
  enterIdImmediately,
  NEXT_SCREENS,
  type NextScreen,
  type Part,
  PROTOCOLS,
  type Protocol,
  type SignInParts,
  signInOnce,
} from '#tools/bench/sign-in/sign-in.ts';
import { BASELINE, baseline, portalBehindNginx, portalIn, type Target } from '#tools/bench/sign-in/target.ts';

/** The measured parts of a sign-in, with their names in the table. */
export const PARTS = {
  typable: 'click to typable ID',
  live: 'click to the call, for an ID entered immediately',
  immediately: 'click to password, for an ID entered immediately',
  password: 'Enter to password',
  chooser: 'Enter to chooser',
  code: 'Enter to code',
  push: 'Enter of the password to push',
  back: 'Enter to the service',
} as const;
export type PartName = keyof typeof PARTS;

/** The medians of a part. */
export type PartMedians = Part & {
  readonly target: string;
  readonly profile: string;
  readonly protocol: Protocol;
  readonly part: PartName;
  /** Milliseconds as a multiple of the baseline's; null where the baseline has no such step. */
  readonly ratio: number | null;
};

export type SignInOptions = {
  readonly rounds: number;
  readonly profiles: readonly Profile[];
  /** An earlier commit to measure in the same run; null for none. */
  readonly against: string | null;
  /** Whether the portal behind nginx, by HTTP/2, is measured too. */
  readonly nginx: boolean;
};

type Sample = Omit<PartMedians, 'ratio'>;

const samplesOf = (
  parts: SignInParts,
  next: NextScreen,
  labels: Pick<Sample, 'target' | 'profile' | 'protocol'>,
): Sample[] => [
  ...(next === 'password' ? [{ ...labels, part: 'typable', ...parts.typable } as const] : []),
  { ...labels, part: next, ...parts.next },
  ...(parts.back ? [{ ...labels, part: 'back', ...parts.back } as const] : []),
];

const mediansOf = (samples: readonly Sample[]): Part => {
  const paintTimes = samples.flatMap((sample) => sample.paintMs ?? []);
  return {
    ms: median(samples.map(({ ms }) => ms)),
    ...(paintTimes.length > 0 && { paintMs: median(paintTimes) }),
    requests: median(samples.map(({ requests }) => requests)),
    bytes: median(samples.map(({ bytes }) => bytes)),
    roundTrips: median(samples.map(({ roundTrips }) => roundTrips)),
  };
};

const keyOf = ({ target, profile, protocol, part }: Omit<Sample, keyof Part>): string =>
  [target, profile, protocol, part].join(' ');

/** Runs through every sign-in once, alternating between the targets. */
async function samplesOfRound(targets: readonly Target[], profiles: readonly Profile[]): Promise<Sample[]> {
  const browser = await openBrowser();
  const samples: Sample[] = [];
  try {
    for (const profile of profiles) {
      for (const target of targets) {
        const { call, shown } = await enterIdImmediately(browser, target, profile);
        const labels = { target: target.name, profile: profile.name, protocol: 'OpenID' } as const;
        if (call) samples.push({ ...labels, part: 'live', ...call });
        samples.push({ ...labels, part: 'immediately', ...shown });
      }
      for (const protocol of Object.keys(PROTOCOLS) as Protocol[]) {
        for (const next of Object.keys(NEXT_SCREENS) as NextScreen[]) {
          // The baseline has only the forms of ID and password; the other screens are the same in both protocols.
          if (next !== 'password' && protocol === 'SAML') continue;
          for (const target of targets) {
            if (next !== 'password' && target.name === BASELINE) continue;
            const walked = await signInOnce(browser, target, profile, protocol, next);
            samples.push(
              ...samplesOf(walked, next, { target: target.name, profile: profile.name, protocol }),
            );
          }
        }
      }
    }
  } finally {
    await browser.close();
  }
  return samples;
}

/**
 * Measures the sign-in from the service and back: medians of runs in new browsers, alternating between the targets.
 */
export async function measureSignIns({
  rounds,
  profiles,
  against,
  nginx,
}: SignInOptions): Promise<PartMedians[]> {
  const earlierTree = against === null ? null : checkOutEarlier(against);
  const targets: Target[] = [];
  const samples: Sample[] = [];
  try {
    targets.push(await portalIn('portal'), await baseline());
    if (nginx) targets.push(await portalBehindNginx());
    if (earlierTree) targets.push(await portalIn(against ?? '', earlierTree.root));
    // The first run warms the processes up.
    await samplesOfRound(targets, profiles.slice(0, 1));
    for (let done = 0; done < rounds; done += 1) samples.push(...(await samplesOfRound(targets, profiles)));
  } finally {
    for (const target of targets) await target.close();
    earlierTree?.remove();
  }
  const groups = Map.groupBy(samples, keyOf);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { target, profile, protocol, part } = first;
    const baselineSamples = groups.get(keyOf({ target: BASELINE, profile, protocol, part }));
    const medians = mediansOf(group);
    return [
      {
        target,
        profile,
        protocol,
        part,
        ...medians,
        ratio: baselineSamples ? medians.ms / mediansOf(baselineSamples).ms : null,
      },
    ];
  });
}
