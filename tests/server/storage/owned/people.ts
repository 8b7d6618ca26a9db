import { SPARE_CARDS, SPARE_YUBIKEY } from '#server/seed/devices.ts';
import type { TestServer } from '#tests/support/server/server.ts';
import {
  addPasskey,
  DAY,
  expiringEntry,
  MINUTE,
  newName,
  newNumber,
  type OwnedEntry,
  permanentEntry,
  sharedApp,
} from './entries.ts';

/** The subscription of a web app. */
const SUBSCRIPTION = {
  endpoint: 'https://push.example/1',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

/** Issues a temporary code that does not expire; returns its hash. */
async function issueTemporaryCode({ devices }: TestServer['portal'], userId: string): Promise<string> {
  const hash = newName();
  await devices.emergencyCodes.issue(userId, { hash, validFrom: 0, validUntil: 9e15, failures: 0 });
  return hash;
}

/** Adds a mobile app with a push subscription. */
async function addSubscribedApp({ devices }: TestServer['portal'], userId: string): Promise<void> {
  await devices.mobileApps.replace(userId, sharedApp());
  await devices.pushSubscriptions.replace(userId, SUBSCRIPTION);
}

/** Links, codes, choices and factors of people. */
export const PEOPLE: Readonly<Record<string, OwnedEntry>> = {
  'the link of an app': expiringEntry(
    'provision_links',
    [],
    5 * MINUTE,
    async ({ provisionLinks }, { userId }) => {
      const ak = await provisionLinks.issue(userId);
      return async () => (await provisionLinks.find(ak)).state === 'open';
    },
  ),
  'the link of an app whose lifetime starts': expiringEntry(
    'provision_links',
    ['userId'],
    5 * MINUTE,
    async ({ provisionLinks }, { userId }) => {
      const ak = await provisionLinks.issue(userId);
      return (caller) => provisionLinks.restartLifetime(ak, caller.userId);
    },
  ),
  'the use of the link of an app': expiringEntry(
    'provision_links',
    [],
    5 * MINUTE,
    async ({ provisionLinks }, { userId }) => {
      const ak = await provisionLinks.issue(userId);
      return async () => (await provisionLinks.consume(ak, null, async () => undefined)) === 'spent';
    },
  ),
  'the link of an app that a new link replaces': permanentEntry(
    'provision_links',
    ['userId'],
    async ({ provisionLinks }, { userId }) => {
      const ak = await provisionLinks.issue(userId);
      return async (caller) => {
        await provisionLinks.issue(caller.userId);
        return (await provisionLinks.find(ak)).state === 'used';
      };
    },
  ),
  'the link of an app that a new factor ends': permanentEntry(
    'provision_links',
    ['userId'],
    async ({ provisionLinks }, { userId }) => {
      const ak = await provisionLinks.issue(userId, 'sms.draft');
      return async (caller) => {
        await provisionLinks.endRegistrationLinks(caller.userId);
        return (await provisionLinks.find(ak)).state === 'used';
      };
    },
  ),
  'the link to decide about a service': expiringEntry(
    'approvals',
    [],
    7 * DAY,
    async ({ approvals }, { userId, clientId }) => {
      const ak = await approvals.issue(userId, clientId);
      return () => approvals.isOpen(ak);
    },
  ),
  'the decision about a service': expiringEntry(
    'approvals',
    [],
    7 * DAY,
    async ({ approvals }, { userId, clientId }) => {
      const ak = await approvals.issue(userId, clientId);
      return () => approvals.decide(ak, 'approved');
    },
  ),
  'the last sign-in': permanentEntry('sign_ins', ['userId'], async ({ signIns, now }, { userId }) => {
    const origin = { browser: newName(), address: '' };
    await signIns.record(userId, now(), origin);
    return async (caller) => (await signIns.findLastExcept(caller.userId, null))?.browser === origin.browser;
  }),
  'failures since the last sign-in': permanentEntry(
    'sign_ins',
    ['userId'],
    async ({ signIns, now }, { userId }) => {
      await signIns.record(userId, now(), { browser: '', address: '' });
      return async (caller) => {
        await signIns.countFailure(caller.userId);
        return (await signIns.findLastExcept(userId, null))?.failures === 1;
      };
    },
  ),
  'an answer to a question': permanentEntry('answers', ['userId'], async ({ answers }, { userId }) => {
    const hash = newName();
    await answers.set(userId, { questionId: 'book', hash });
    return async (caller) => (await answers.find(caller.userId))?.hash === hash;
  }),
  'an answer that is hashed again': permanentEntry(
    'answers',
    ['userId'],
    async ({ answers }, { userId: ownerId }) => {
      await answers.set(ownerId, { questionId: 'book', hash: newName() });
      const stored = await answers.find(ownerId);
      return async ({ userId }) => {
        const storedOfCaller = await answers.find(userId);
        if (storedOfCaller) await answers.replaceHash(userId, storedOfCaller, newName());
        return (await answers.find(ownerId))?.hash !== stored?.hash;
      };
    },
  ),
  'an answer that was changed before it was hashed again': permanentEntry(
    'answers',
    ['userId'],
    async ({ answers }, { userId: ownerId }) => {
      await answers.set(ownerId, { questionId: 'book', hash: newName() });
      const storedBefore = await answers.find(ownerId);
      return async ({ userId }) => {
        const hash = newName();
        await answers.set(userId, { questionId: 'book', hash });
        if (storedBefore) await answers.replaceHash(ownerId, storedBefore, newName());
        return (await answers.find(ownerId))?.hash === hash;
      };
    },
  ),
  'the default method that is removed': permanentEntry(
    'first_step_defaults',
    ['userId'],
    async ({ firstStepDefaults }, { userId }) => {
      await firstStepDefaults.set(userId, { tokenCode: '9', alwaysSend: false });
      return async (caller) => {
        await firstStepDefaults.clear(caller.userId, '9');
        return (await firstStepDefaults.find(userId)) === null;
      };
    },
  ),
  'the default of the second step that is removed': permanentEntry(
    'second_step_defaults',
    ['userId'],
    async ({ secondStepDefaults }, { userId }) => {
      await secondStepDefaults.set(userId, '9');
      return async (caller) => {
        await secondStepDefaults.clear(caller.userId, '9');
        return (await secondStepDefaults.find(userId)) === null;
      };
    },
  ),
  'the default of the second step': permanentEntry(
    'second_step_defaults',
    ['userId'],
    async ({ secondStepDefaults }, { userId }) => {
      await secondStepDefaults.set(userId, '9');
      return async (caller) => (await secondStepDefaults.find(caller.userId)) !== null;
    },
  ),
  'the use of a temporary code': permanentEntry(
    'emergency_codes',
    ['userId'],
    async ({ portal }, { userId }) => {
      const hash = await issueTemporaryCode(portal, userId);
      return (caller) => portal.devices.emergencyCodes.consume(caller.userId, hash);
    },
  ),
  'a temporary code': permanentEntry('emergency_codes', ['userId'], async ({ portal }, { userId }) => {
    const hash = await issueTemporaryCode(portal, userId);
    return async (caller) => (await portal.devices.emergencyCodes.find(caller.userId))?.hash === hash;
  }),
  'a guess of a temporary code': permanentEntry(
    'emergency_codes',
    ['userId'],
    async ({ portal }, { userId }) => {
      await issueTemporaryCode(portal, userId);
      return async (caller) => (await portal.devices.emergencyCodes.beginGuess(caller.userId, 99)) !== null;
    },
  ),
  'a passkey': permanentEntry('passkeys', ['userId'], async (server, { userId }) => {
    const { devices } = server.portal;
    const factor = await addPasskey(server, userId);
    return async (caller) => {
      await devices.passkeys.remove(caller.userId, factor.credentialId);
      return (await devices.passkeys.find(factor.credentialId)) === null;
    };
  }),
  'the user handle of a person': permanentEntry(
    'passkey_users',
    ['userId'],
    async ({ devices }, { userId }) => {
      const handle = await devices.passkeys.getOrCreateHandle(userId);
      return async (caller) => (await devices.passkeys.getOrCreateHandle(caller.userId)) === handle;
    },
  ),
  'the last use of a factor': permanentEntry('factors', ['userId'], async (server, { userId }) => {
    const { factors, now } = server.portal;
    const factor = await addPasskey(server, userId);
    return async (caller) => {
      await factors.recordUse(caller.userId, '12', factor.credentialId);
      const stored = (await factors.of(userId)).find(({ factorId }) => factorId === factor.factorId);
      return stored?.lastUsedAt === now();
    };
  }),
  'the name of a factor': permanentEntry('factors', ['userId'], async (server, { userId }) => {
    const { factors } = server.portal;
    const factor = await addPasskey(server, userId);
    return async (caller) => (await factors.rename(caller.userId, factor.factorId, newName())) === 'renamed';
  }),
  'the name of a factor that another person uses, too': permanentEntry(
    'factors',
    [],
    async (server, { userId }) => {
      const factor = await addPasskey(server, userId);
      const otherPasskey = await addPasskey(server, 'yoon');
      return async () =>
        (await server.portal.factors.rename(userId, factor.factorId, otherPasskey.credentialId)) ===
        'renamed';
    },
  ),
  'a passkey in the list of a person': permanentEntry('passkeys', ['userId'], async (server, { userId }) => {
    const factor = await addPasskey(server, userId);
    return async (caller) =>
      (await server.portal.devices.passkeys.of(caller.userId)).some(
        ({ credentialId }) => credentialId === factor.credentialId,
      );
  }),
  'the removal of a factor': permanentEntry('factors', ['userId'], async (server, { userId }) => {
    const { registrations } = server.portal;
    const factor = await addPasskey(server, userId);
    return async (caller) =>
      typeof (await registrations.remove(caller.userId, factor.factorId, async () => true)) !== 'string';
  }),
  'the removal of a card': permanentEntry('otp_cards', ['userId'], async ({ devices }, { userId }) => {
    const serial = SPARE_CARDS[0].serial;
    const nextFactor = (await devices.otpCards.findBySerial(serial))?.nextFactor ?? 0;
    await devices.otpCards.unassign(userId);
    await devices.otpCards.assign(userId, serial, nextFactor, 0, '2026-01-01');
    return async (caller) => {
      await devices.otpCards.unassign(caller.userId);
      return (await devices.otpCards.findBySerial(serial))?.userId === null;
    };
  }),
  'a card': permanentEntry('otp_cards', ['userId'], async ({ devices }, { userId }) => {
    const serial = SPARE_CARDS[0].serial;
    await devices.otpCards.unassign(userId);
    await devices.otpCards.assign(userId, serial, 99, 0, '2026-01-01');
    return async (caller) => (await devices.otpCards.of(caller.userId))?.serial === serial;
  }),
  'the removal of the data of an app': permanentEntry(
    'mobile_apps',
    ['userId'],
    async ({ devices }, { userId }) => {
      await devices.mobileApps.replace(userId, sharedApp());
      return async (caller) => {
        await devices.mobileApps.remove(caller.userId);
        return (await devices.mobileApps.of(userId)) === null;
      };
    },
  ),
  'the removal of an app': permanentEntry(
    'factors',
    ['userId'],
    async ({ registrations, factors }, { userId }) => {
      await registrations.replaceApp(userId, sharedApp(), null, async () => undefined);
      const factor = (await factors.of(userId)).find(({ type }) => type === '9');
      return async (caller) =>
        typeof (await registrations.remove(caller.userId, factor?.factorId ?? '', async () => true)) !==
        'string';
    },
  ),
  'the code of an app': permanentEntry('mobile_apps', ['userId'], async ({ devices }, { userId }) => {
    await devices.mobileApps.replace(userId, sharedApp());
    return async (caller) => devices.mobileApps.consumeStep(caller.userId, 1, 0);
  }),
  'the name of an app': permanentEntry('mobile_apps', ['userId'], async ({ devices }, { userId }) => {
    await devices.mobileApps.replace(userId, sharedApp());
    return async (caller) => {
      const name = newName();
      await devices.mobileApps.rename(caller.userId, name);
      return (await devices.mobileApps.of(userId))?.deviceName === name;
    };
  }),
  'the public key of an app': permanentEntry('mobile_apps', ['userId'], async ({ devices }, { userId }) => {
    const publicKey = { jwk: '{}', thumbprint: newName() };
    await devices.mobileApps.replace(userId, { ...sharedApp(), publicKey });
    return async (caller) =>
      (await devices.mobileApps.findByThumbprint(publicKey.thumbprint))?.userId === caller.userId;
  }),
  'the key of an app': permanentEntry('mobile_apps', ['userId'], async ({ devices }, { userId }) => {
    await devices.mobileApps.replace(userId, sharedApp());
    return async (caller) => {
      const key = newName();
      await devices.mobileApps.setKey(caller.userId, sharedApp().uuid, key);
      return (await devices.mobileApps.findByKey(key))?.userId === userId;
    };
  }),
  'the push subscription of a web app': permanentEntry(
    'push_subscriptions',
    ['userId'],
    async ({ portal, devices }, { userId }) => {
      await addSubscribedApp(portal, userId);
      return async (caller) => (await devices.pushSubscriptions.of(caller.userId)) !== null;
    },
  ),
  'a push subscription that is removed': permanentEntry(
    'push_subscriptions',
    ['userId'],
    async ({ portal, devices }, { userId }) => {
      await addSubscribedApp(portal, userId);
      return async (caller) => {
        await devices.pushSubscriptions.remove(caller.userId, SUBSCRIPTION);
        return (await devices.pushSubscriptions.of(userId))?.subscription === null;
      };
    },
  ),
  'the pause of a push service': permanentEntry(
    'push_subscriptions',
    ['userId'],
    async ({ portal, devices }, { userId }) => {
      await addSubscribedApp(portal, userId);
      return async (caller) => {
        await devices.pushSubscriptions.pause(caller.userId, 1);
        return (await devices.pushSubscriptions.of(userId))?.pausedUntil === 1;
      };
    },
  ),
  'a Yubikey': permanentEntry('yubikeys', ['userId'], async ({ devices }, { userId }) => {
    const [key] = await devices.yubikeys.of(userId);
    const publicId = key?.publicId ?? SPARE_YUBIKEY.publicId;
    if (!key)
      await devices.yubikeys.bind(
        publicId,
        { userId, slot: 'first' },
        { usageCounter: 10_000 + newNumber(), sessionCounter: 1 },
      );
    return async (caller) => {
      await devices.yubikeys.unassign(caller.userId, publicId);
      return (await devices.yubikeys.find(publicId))?.owner === null;
    };
  }),
};
