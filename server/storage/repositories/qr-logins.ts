import type { Clock, RandomBytes } from '#server/config/deps.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { QR_APPROVAL_LIFETIME, QR_LIFETIME, qrNumber } from '#wire/qr-login.ts';

/** `wrongNumber`: the person chose a number that the screen does not show. `foreign`: another account approved. */
export type QrState = 'pending' | 'approved' | 'declined' | 'wrongNumber' | 'foreign';

/** The values for a new QR code. */
export type QrRequest = {
  readonly session: Session;
  /** The step of the sign-in. */
  readonly step: 1 | 2;
  /** The ID of the person who has to approve; null when any person may approve. */
  readonly userId: string | null;
  /** The client service; null until the page that shows the code has named it. */
  readonly clientId: string | null;
  /** Name of the browser that shows the code. */
  readonly browser: string;
};

/** A QR login, which begins when the page shows its code. */
export type QrLogin = Omit<QrRequest, 'session'> & {
  readonly qrId: string;
  /** Three two-digit numbers, one of which the screen shows. */
  readonly numbers: readonly string[];
  /** When the code was created, in epoch milliseconds. */
  readonly createdAt: number;
  readonly state: QrState;
  /** Whether the 15 s in which the code can be scanned have passed. */
  readonly isExpired: boolean;
  /** The ID of the person who has approved; null without an approval. */
  readonly approvedBy: string | null;
  /** When the login was decided, in epoch milliseconds; before that, when the code was created. */
  readonly decidedAt: number;
  /** Whether the decision is too old to be used. */
  readonly isStale: boolean;
};

/** The QR logins. */
export interface QrLogins {
  /** Creates a QR code. */
  create(request: QrRequest): Promise<QrLogin>;
  /** The QR login of a session; null when the session id is retired (rule 89). */
  find(session: Session, qrId: string): Promise<QrLogin | null>;
  /** The QR login whose code an app has scanned; null until the page has named the client service. */
  findScanned(qrId: string): Promise<QrLogin | null>;
  /** Sets the client service of a QR login that has none yet. */
  setClient(qrId: string, clientId: string): Promise<void>;
  /**
   * Decides a pending QR login whose code has not expired, in one statement.
   * @returns false when it was decided or the code has expired in the meantime
   */
  decide(qrId: string, state: Exclude<QrState, 'pending'>, userId: string): Promise<boolean>;
  /** Whether the answer to a poll may name the approver: once, and again for some seconds if that answer was lost. */
  discloseApprover(qrId: string): Promise<boolean>;
  /**
   * Removes a used approval, in one statement: of two concurrent logins, one fails.
   * @returns false when there is no recent approval by this person
   */
  consume(session: Session, qrId: string, userId: string): Promise<boolean>;
}

/** How long a page may repeat a poll whose answer was lost. */
const REPEAT_WINDOW_MS = 10_000;

const ID_BYTES = 16;
/** How many numbers the phone shows. */
const NUMBER_COUNT = 3;
const MIN_NUMBER = 10;
const TWO_DIGIT_NUMBER_COUNT = 90;

/** The number that the screen shows and two random numbers, in ascending order. */
function choicesFor(qrId: string, random: RandomBytes): readonly string[] {
  const numbers = new Set([qrNumber(qrId)]);
  while (numbers.size < NUMBER_COUNT) {
    numbers.add(String((random(4).readUInt32BE(0) % TWO_DIGIT_NUMBER_COUNT) + MIN_NUMBER));
  }
  return [...numbers].sort();
}

export function qrLoginsIn(db: Storage, now: Clock, random: RandomBytes): QrLogins {
  const insert = db.prepare(`
    INSERT INTO qr_logins (qr_id, session, step, user_id, client_id, browser, numbers, created_at, state)
    VALUES ($id, $session, $step, $user, $client, $browser, $numbers, $now, 'pending')`);
  const ofSession = db.prepare<TableRow<'qr_logins'>>(
    'SELECT * FROM qr_logins WHERE qr_id = ? AND session = ?',
  );
  const byId = db.prepare<TableRow<'qr_logins'>>(
    'SELECT * FROM qr_logins WHERE qr_id = ? AND client_id IS NOT NULL',
  );
  const setClient = db.prepare('UPDATE qr_logins SET client_id = ? WHERE qr_id = ? AND client_id IS NULL');
  const decide = db.prepare(`
    UPDATE qr_logins SET state = $state, decided_by = $user, decided_at = $now
    WHERE qr_id = $id AND state = 'pending' AND created_at > CAST($now AS BIGINT) - ${QR_LIFETIME}`);
  const discloseApprover = db.prepare(`
    UPDATE qr_logins SET approver_sent_at = coalesce(approver_sent_at, $now)
    WHERE qr_id = $id AND (approver_sent_at IS NULL OR approver_sent_at > CAST($now AS BIGINT) - ${REPEAT_WINDOW_MS})`);
  const removeApproved = db.prepare(`
    DELETE FROM qr_logins WHERE qr_id = $id AND session = $session AND state = 'approved'
      AND decided_by = $user AND decided_at > CAST($now AS BIGINT) - ${QR_APPROVAL_LIFETIME}`);

  const toLogin = (row: TableRow<'qr_logins'>): QrLogin => {
    const createdAt = row.created_at;
    const state = row.state as QrState;
    return {
      qrId: row.qr_id,
      step: row.step === 2 ? 2 : 1,
      userId: row.user_id,
      clientId: row.client_id,
      browser: row.browser,
      numbers: row.numbers.split(' '),
      createdAt,
      state,
      isExpired: now() - createdAt >= QR_LIFETIME,
      approvedBy: state === 'approved' ? row.decided_by : null,
      decidedAt: Number(row.decided_at ?? createdAt),
      isStale: row.decided_at !== null && now() - row.decided_at >= QR_APPROVAL_LIFETIME,
    };
  };

  const find: QrLogins['find'] = async (session, qrId) => {
    const row = session.isRetired ? undefined : await ofSession.get(qrId, session.key);
    return row ? toLogin(row) : null;
  };

  return {
    async create(request) {
      const qrId = random(ID_BYTES).toString('base64url');
      const numbers = choicesFor(qrId, random);
      const { session, step, userId, clientId, browser } = request;
      await insert.run({
        $id: qrId,
        $session: session.key,
        $step: step,
        $user: userId,
        $client: clientId,
        $browser: browser,
        $numbers: numbers.join(' '),
        $now: now(),
      });
      return {
        qrId,
        step,
        userId,
        clientId,
        browser,
        numbers,
        createdAt: now(),
        state: 'pending',
        isExpired: false,
        approvedBy: null,
        decidedAt: now(),
        isStale: false,
      };
    },
    find,
    async findScanned(qrId) {
      const row = await byId.get(qrId);
      return row ? toLogin(row) : null;
    },
    async setClient(qrId, clientId) {
      await setClient.run(clientId, qrId);
    },
    decide: async (qrId, state, userId) =>
      (await decide.run({ $id: qrId, $state: state, $user: userId, $now: now() })).changes > 0,
    discloseApprover: async (qrId) => (await discloseApprover.run({ $id: qrId, $now: now() })).changes > 0,
    consume: async (session, qrId, userId) =>
      !session.isRetired &&
      (await removeApproved.run({ $id: qrId, $session: session.key, $user: userId, $now: now() })).changes >
        0,
  };
}
