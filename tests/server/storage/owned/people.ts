import { SPARE_CARDS, SPARE_YUBIKEY } from '#server/seed/devices.ts';
import {
  DAY,
  expiring,
  lasting,
  MINUTE,
  newName,
  newNumber,
  type Owned,
  passkeyOf,
  phoneOf,
} from './kept.ts';

/** The subscription of a web app. */
const SUBSCRIPTION = {
  endpoint: 'https://push.example/1',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

/** Links, codes, choices and factors of people. */
export const PEOPLE: Readonly<Record<string, Owned>> = {
  'the link of an app': expiring(
    'provision_links',
    [],
    5 * MINUTE,
    async ({ provisionLinks }, { userId }) => {
      const ak = await provisionLinks.issue(userId);
      return async () => (await provisionLinks.find(ak)).state === 'open';
    },
  ),
  'the link of an app that is handed over': expiring(
    'provision_links',
    ['userId'],
    5 * MINUTE,
    async ({ provisionLinks }, { userId }) => {
      const ak = await provisionLinks.issue(userId);
      return (whose) => provisionLinks.startLifetime(ak, whose.userId);
    },
  ),
  'the link of an app that is used': expiring(
    'provision_links',
    [],
    5 * MINUTE,
    async ({ provisionLinks }, { userId }) => {
      const ak = await provisionLinks.issue(userId);
      return async () => (await provisionLinks.spend(ak, null, async () => undefined)) === 'spent';
    },
  ),
  'the link of an app before a new one': lasting(
    'provision_links',
    ['userId'],
    async ({ provisionLinks }, { userId }) => {
      const ak = await provisionLinks.issue(userId);
      return async (whose) => {
        await provisionLinks.issue(whose.userId);
        return (await provisionLinks.find(ak)).state === 'used';
      };
    },
  ),
  'the link of an app before a new factor': lasting(
    'provision_links',
    ['userId'],
    async ({ provisionLinks }, { userId }) => {
      const ak = await provisionLinks.issue(userId, 'sms.draft');
      return async (whose) => {
        await provisionLinks.endAwaited(whose.userId);
        return (await provisionLinks.find(ak)).state === 'used';
      };
    },
  ),
  'the link to decide about a service': expiring(
    'approvals',
    [],
    7 * DAY,
    async ({ approvals }, { userId, clientId }) => {
      const ak = await approvals.issue(userId, clientId);
      return () => approvals.isOpen(ak);
    },
  ),
  'the decision about a service': expiring(
    'approvals',
    [],
    7 * DAY,
    async ({ approvals }, { userId, clientId }) => {
      const ak = await approvals.issue(userId, clientId);
      return () => approvals.decide(ak, 'approved');
    },
  ),
  'the last sign-in': lasting('sign_ins', ['userId'], async ({ signIns, now }, { userId }) => {
    const origin = { browser: newName(), address: '' };
    await signIns.record(userId, now(), origin);
    return async (whose) => (await signIns.lastOtherThan(whose.userId, null))?.browser === origin.browser;
  }),
  'failures since the last sign-in': lasting('sign_ins', ['userId'], async ({ signIns, now }, { userId }) => {
    await signIns.record(userId, now(), { browser: '', address: '' });
    return async (whose) => {
      await signIns.countFailure(whose.userId);
      return (await signIns.lastOtherThan(userId, null))?.failures === 1;
    };
  }),
  'an answer to a question': lasting('answers', ['userId'], async ({ answers }, { userId }) => {
    const hash = newName();
    await answers.put(userId, { questionId: 'book', hash });
    return async (whose) => (await answers.find(whose.userId))?.hash === hash;
  }),
  'an answer that is hashed anew': lasting('answers', ['userId'], async ({ answers }, { userId: mine }) => {
    await answers.put(mine, { questionId: 'book', hash: newName() });
    const stored = await answers.find(mine);
    return async ({ userId }) => {
      const found = await answers.find(userId);
      if (found) await answers.renew(userId, found, newName());
      return (await answers.find(mine))?.hash !== stored?.hash;
    };
  }),
  'an answer that was changed before it was hashed anew': lasting(
    'answers',
    ['userId'],
    async ({ answers }, { userId: mine }) => {
      await answers.put(mine, { questionId: 'book', hash: newName() });
      const before = await answers.find(mine);
      return async ({ userId }) => {
        const hash = newName();
        await answers.put(userId, { questionId: 'book', hash });
        if (before) await answers.renew(mine, before, newName());
        return (await answers.find(mine))?.hash === hash;
      };
    },
  ),
  'the method that is always used': lasting(
    'fixed_tokens',
    ['userId'],
    async ({ fixedTokens }, { userId }) => {
      await fixedTokens.set(userId, { tokenCode: '9', alwaysSend: false });
      return async (whose) => {
        await fixedTokens.clear(whose.userId, '9');
        return (await fixedTokens.find(userId)) === null;
      };
    },
  ),
  'the default of the second step': lasting(
    'second_defaults',
    ['userId'],
    async ({ secondDefaults }, { userId }) => {
      await secondDefaults.set(userId, '9');
      return async (whose) => {
        await secondDefaults.clear(whose.userId, '9');
        return (await secondDefaults.find(userId)) === null;
      };
    },
  ),
  'the default of the second step that is looked up': lasting(
    'second_defaults',
    ['userId'],
    async ({ secondDefaults }, { userId }) => {
      await secondDefaults.set(userId, '9');
      return async (whose) => (await secondDefaults.find(whose.userId)) !== null;
    },
  ),
  'a temporary code': lasting('emergency_codes', ['userId'], async ({ devices }, { userId }) => {
    const hash = newName();
    await devices.emergencyCodes.issue(userId, { hash, validFrom: 0, validUntil: 9e15, failures: 0 });
    return (whose) => devices.emergencyCodes.spend(whose.userId, hash);
  }),
  'a temporary code that is looked up': lasting(
    'emergency_codes',
    ['userId'],
    async ({ devices }, { userId }) => {
      const hash = newName();
      await devices.emergencyCodes.issue(userId, { hash, validFrom: 0, validUntil: 9e15, failures: 0 });
      return async (whose) => (await devices.emergencyCodes.find(whose.userId))?.hash === hash;
    },
  ),
  'a guess at a temporary code': lasting('emergency_codes', ['userId'], async ({ devices }, { userId }) => {
    await devices.emergencyCodes.issue(userId, {
      hash: newName(),
      validFrom: 0,
      validUntil: 9e15,
      failures: 0,
    });
    return async (whose) => (await devices.emergencyCodes.beginGuess(whose.userId, 99)) !== null;
  }),
  'a passkey': lasting('passkeys', ['userId'], async (server, { userId }) => {
    const { devices } = server.portal;
    const own = await passkeyOf(server, userId);
    return async (whose) => {
      await devices.passkeys.remove(whose.userId, own.credentialId);
      return (await devices.passkeys.find(own.credentialId)) === null;
    };
  }),
  'the handle of a person in passkeys': lasting(
    'passkey_users',
    ['userId'],
    async ({ devices }, { userId }) => {
      const handle = await devices.passkeys.handleOf(userId);
      return async (whose) => (await devices.passkeys.handleOf(whose.userId)) === handle;
    },
  ),
  'the last use of a factor': lasting('factors', ['userId'], async (server, { userId }) => {
    const { factors, now } = server.portal;
    const own = await passkeyOf(server, userId);
    return async (whose) => {
      await factors.recordUse(whose.userId, '12', own.credentialId);
      const found = (await factors.of(userId)).find(({ factorId }) => factorId === own.factorId);
      return found?.lastUsedAt === now();
    };
  }),
  'the name of a factor': lasting('factors', ['userId'], async (server, { userId }) => {
    const { factors } = server.portal;
    const own = await passkeyOf(server, userId);
    return async (whose) => (await factors.rename(whose.userId, own.factorId, newName())) === 'renamed';
  }),
  'the name of a factor that another person has chosen too': lasting(
    'factors',
    [],
    async (server, { userId }) => {
      const own = await passkeyOf(server, userId);
      const other = await passkeyOf(server, 'yoon');
      return async () =>
        (await server.portal.factors.rename(userId, own.factorId, other.credentialId)) === 'renamed';
    },
  ),
  'a passkey in the list of a person': lasting('passkeys', ['userId'], async (server, { userId }) => {
    const own = await passkeyOf(server, userId);
    return async (whose) =>
      (await server.portal.devices.passkeys.of(whose.userId)).some(
        ({ credentialId }) => credentialId === own.credentialId,
      );
  }),
  'the removal of a factor': lasting('factors', ['userId'], async (server, { userId }) => {
    const { registrations } = server.portal;
    const own = await passkeyOf(server, userId);
    return async (whose) =>
      typeof (await registrations.remove(whose.userId, own.factorId, async () => true)) !== 'string';
  }),
  'a card': lasting('otp_cards', ['userId'], async ({ devices }, { userId }) => {
    const serial = SPARE_CARDS[0].serial;
    const next = (await devices.otpCards.ofSerial(serial))?.nextFactor ?? 0;
    await devices.otpCards.release(userId);
    await devices.otpCards.assign(userId, serial, next, 0, '2026-01-01');
    return async (whose) => {
      await devices.otpCards.release(whose.userId);
      return (await devices.otpCards.ofSerial(serial))?.userId === null;
    };
  }),
  'a card that is looked up': lasting('otp_cards', ['userId'], async ({ devices }, { userId }) => {
    const serial = SPARE_CARDS[0].serial;
    await devices.otpCards.release(userId);
    await devices.otpCards.assign(userId, serial, 99, 0, '2026-01-01');
    return async (whose) => (await devices.otpCards.of(whose.userId))?.serial === serial;
  }),
  'an app': lasting('mobile_apps', ['userId'], async ({ devices }, { userId }) => {
    await devices.mobileApps.replace(userId, phoneOf());
    return async (whose) => {
      await devices.mobileApps.remove(whose.userId);
      return (await devices.mobileApps.of(userId)) === null;
    };
  }),
  'the removal of an app': lasting('factors', ['userId'], async ({ registrations, factors }, { userId }) => {
    await registrations.replaceApp(userId, phoneOf(), null, async () => undefined);
    const own = (await factors.of(userId)).find(({ type }) => type === '9');
    return async (whose) =>
      typeof (await registrations.remove(whose.userId, own?.factorId ?? '', async () => true)) !== 'string';
  }),
  'the code of an app': lasting('mobile_apps', ['userId'], async ({ devices }, { userId }) => {
    await devices.mobileApps.replace(userId, phoneOf());
    return async (whose) => devices.mobileApps.spend(whose.userId, 1, 0);
  }),
  'the name of an app': lasting('mobile_apps', ['userId'], async ({ devices }, { userId }) => {
    await devices.mobileApps.replace(userId, phoneOf());
    return async (whose) => {
      const name = newName();
      await devices.mobileApps.rename(whose.userId, name);
      return (await devices.mobileApps.of(userId))?.deviceName === name;
    };
  }),
  'the public key of an app': lasting('mobile_apps', ['userId'], async ({ devices }, { userId }) => {
    const publicKey = { jwk: '{}', thumbprint: newName() };
    await devices.mobileApps.replace(userId, { ...phoneOf(), publicKey });
    return async (whose) =>
      (await devices.mobileApps.withThumbprint(publicKey.thumbprint))?.userId === whose.userId;
  }),
  'the key of an app': lasting('mobile_apps', ['userId'], async ({ devices }, { userId }) => {
    await devices.mobileApps.replace(userId, phoneOf());
    return async (whose) => {
      const key = newName();
      await devices.mobileApps.giveKey(whose.userId, phoneOf().uuid, key);
      return (await devices.mobileApps.withKey(key))?.userId === userId;
    };
  }),
  'what the web app has told': lasting('push_subscriptions', ['userId'], async ({ devices }, { userId }) => {
    await devices.mobileApps.replace(userId, phoneOf());
    await devices.pushSubscriptions.replace(userId, SUBSCRIPTION);
    return async (whose) => (await devices.pushSubscriptions.of(whose.userId)) !== null;
  }),
  'a subscription that is forgotten': lasting(
    'push_subscriptions',
    ['userId'],
    async ({ devices }, { userId }) => {
      await devices.mobileApps.replace(userId, phoneOf());
      await devices.pushSubscriptions.replace(userId, SUBSCRIPTION);
      return async (whose) => {
        await devices.pushSubscriptions.forget(whose.userId, SUBSCRIPTION);
        return (await devices.pushSubscriptions.of(userId))?.subscription === null;
      };
    },
  ),
  'the pause of a push service': lasting(
    'push_subscriptions',
    ['userId'],
    async ({ devices }, { userId }) => {
      await devices.mobileApps.replace(userId, phoneOf());
      await devices.pushSubscriptions.replace(userId, SUBSCRIPTION);
      return async (whose) => {
        await devices.pushSubscriptions.pause(whose.userId, 1);
        return (await devices.pushSubscriptions.of(userId))?.pausedUntil === 1;
      };
    },
  ),
  'a Yubikey': lasting('yubikeys', ['userId'], async ({ devices }, { userId }) => {
    const [key] = await devices.yubikeys.of(userId);
    const publicId = key?.publicId ?? SPARE_YUBIKEY.publicId;
    if (!key)
      await devices.yubikeys.bind(
        publicId,
        { userId, slot: 'first' },
        { usageCounter: 10_000 + newNumber(), sessionCounter: 1 },
      );
    return async (whose) => {
      await devices.yubikeys.release(whose.userId, publicId);
      return (await devices.yubikeys.find(publicId))?.owner === null;
    };
  }),
};
