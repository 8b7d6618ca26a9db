import type { AuthRequest, CompletedLogin, RequestEngine } from '#server/login/engine.ts';

export type FakeEngine = RequestEngine & {
  /** A client service begins a request; returns its id. */
  begin(request?: Partial<AuthRequest>): string;
  /** Removes a request. */
  drop(id: string): void;
  /** Requests that were declined. */
  readonly declined: readonly string[];
  readonly finished: readonly { readonly id: string; readonly login: CompletedLogin }[];
  /** The progress of requests, as `id progress`. */
  readonly worked: readonly string[];
  /** Cookie headers whose session was ended. */
  readonly ended: readonly string[];
  /** People whose sessions were ended everywhere. */
  readonly forgotten: readonly string[];
  /** Names of sessions that were ended in another browser. */
  readonly endedByName: readonly string[];
};

/** An in-memory engine without a protocol. */
export function fakeEngine(): FakeEngine {
  const requests = new Map<string, AuthRequest>();
  let count = 0;
  const finished: { id: string; login: CompletedLogin }[] = [];
  const declined: string[] = [];
  const worked: string[] = [];
  const ended: string[] = [];
  const forgotten: string[] = [];
  const endedByName: string[] = [];
  return {
    begin(request = {}) {
      count += 1;
      const id = request.id ?? `request-${count}`;
      requests.set(id, {
        id,
        protocol: 'oidc',
        clientId: 'demo-oidc',
        scopes: ['openid', 'profile'],
        resumeUrl: `http://localhost:8080/oauth2/authorize/${id}`,
        loginHint: '',
        wantsFreshLogin: false,
        maxAgeSeconds: null,
        startedAt: 0,
        wantsTwoSteps: false,
        languages: [],
        ...request,
      });
      return id;
    },
    drop(id) {
      requests.delete(id);
    },
    declined,
    finished,
    worked,
    ended,
    forgotten,
    endedByName,
    find: async (id) => requests.get(id) ?? null,
    async markProgress(id, progress) {
      worked.push(`${id} ${progress}`);
    },
    async finish(id, login) {
      finished.push({ id, login });
    },
    async decline(id) {
      if (requests.delete(id)) declined.push(id);
      return declined.includes(id);
    },
    notifyLogout: async () => null,
    async endSessionsOf(userId) {
      forgotten.push(userId);
    },
    async endSessionNamed(name) {
      endedByName.push(name);
    },
    async endSession(cookieHeader) {
      ended.push(cookieHeader);
      return ['engine=; Path=/; Max-Age=0'];
    },
  };
}
