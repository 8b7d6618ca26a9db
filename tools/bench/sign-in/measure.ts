import type { Profile } from '#tools/bench/first-load.ts';
import { openBrowser } from '#tools/bench/loads.ts';
import { median } from '#tools/bench/median.ts';
import { checkOutEarlier } from '#tools/bench/sign-in/earlier-checkout.ts';
import {
  enterIdImmediately,
  NEXT_SCREENS,
  type NextScreen,
  type Part,
  type Protocol,
  SERVICE_PATHS,
  type SignInParts,
  signInOnce,
} from '#tools/bench/sign-in/sign-in.ts';
import {
  BASELINE,
  startBaseline,
  startPortalBehindNginx,
  startPortalIn,
  type Target,
} from '#tools/bench/sign-in/target.ts';

/** The names of the measured parts of a sign-in in the table. */
export const PARTS = {
  typable: 'click to typable ID',
  call: 'click to the call, for an ID entered immediately',
  immediately: 'click to password, for an ID entered immediately',
  password: 'Enter to password',
  chooser: 'Enter to chooser',
  code: 'Enter to code',
  push: 'Enter of the password to push',
  back: 'Enter to the service',
} as const;
export type PartName = keyof typeof PARTS;

/** The medians of a part of the sign-in at one server, in one profile and with one protocol. */
export type PartMedians = Part & {
  /** Name of the measured server. */
  readonly target: string;
  /** Name of the throttling profile. */
  readonly profile: string;
  readonly protocol: Protocol;
  readonly part: PartName;
  /**
   * The milliseconds divided by the milliseconds of the baseline; null if the baseline does not have the
   * part.
   */
  readonly ratio: number | null;
};

export type SignInOptions = {
  readonly rounds: number;
  readonly profiles: readonly Profile[];
  /** An earlier commit that is measured as well; null to measure only the current sources. */
  readonly against: string | null;
  /** Whether the portal behind nginx, with HTTP/2, is measured as well. */
  readonly includesNginx: boolean;
};

/** A part of one sign-in. */
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

/** Makes every kind of sign-in once at each measured server, alternating between the servers. */
async function samplesOfRound(targets: readonly Target[], profiles: readonly Profile[]): Promise<Sample[]> {
  const browser = await openBrowser();
  const samples: Sample[] = [];
  try {
    for (const profile of profiles) {
      for (const target of targets) {
        const { call, shown } = await enterIdImmediately(browser, target, profile);
        const labels = { target: target.name, profile: profile.name, protocol: 'OpenID' } as const;
        if (call) samples.push({ ...labels, part: 'call', ...call });
        samples.push({ ...labels, part: 'immediately', ...shown });
      }
      for (const protocol of Object.keys(SERVICE_PATHS) as Protocol[]) {
        for (const next of Object.keys(NEXT_SCREENS) as NextScreen[]) {
          // The baseline has only the forms of ID and password; the other screens are the same in both protocols.
          if (next !== 'password' && protocol === 'SAML') continue;
          for (const target of targets) {
            if (next !== 'password' && target.name === BASELINE) continue;
            const parts = await signInOnce(browser, target, profile, protocol, next);
            samples.push(...samplesOf(parts, next, { target: target.name, profile: profile.name, protocol }));
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
 * Measures the sign-in from the service and back. Each round uses a new browser and alternates between the servers, so
 * that a change of the machine's speed affects all servers equally.
 */
export async function measureSignIns({
  rounds,
  profiles,
  against,
  includesNginx,
}: SignInOptions): Promise<PartMedians[]> {
  const earlierTree = against === null ? null : checkOutEarlier(against);
  const targets: Target[] = [];
  const samples: Sample[] = [];
  try {
    targets.push(await startPortalIn('portal'), await startBaseline());
    if (includesNginx) targets.push(await startPortalBehindNginx());
    if (earlierTree) targets.push(await startPortalIn(against ?? '', earlierTree.root));
    // The first round is not counted, since the processes are not warm yet.
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
