import type { AuthRequest, CompletedLogin, RequestEngine } from '#server/login/engine.ts';

/** An engine in memory, which records its calls. */
export type FakeEngine = RequestEngine & {
  /** Begins a request as a client service does, and returns the ID of the request. */
  beginRequest(request?: Partial<AuthRequest>): string;
  /** Removes a request. */
  removeRequest(id: string): void;
  /** IDs of requests that were declined. */
  readonly declinedRequests: readonly string[];
  readonly finishedRequests: readonly { readonly id: string; readonly login: CompletedLogin }[];
  /** The reported progress of requests, as `id progress`. */
  readonly progressLog: readonly string[];
  /** Cookie headers with which a session was ended. */
  readonly endedSessions: readonly string[];
  /** IDs of people whose sessions were all ended. */
  readonly signedOutUsers: readonly string[];
  /** Names of sessions that were ended in another browser. */
  readonly endedSessionNames: readonly string[];
};

/** An in-memory engine without a protocol. */
export function fakeEngine(): FakeEngine {
  const requests = new Map<string, AuthRequest>();
  let count = 0;
  const finishedRequests: { id: string; login: CompletedLogin }[] = [];
  const declinedRequests: string[] = [];
  const progressLog: string[] = [];
  const endedSessions: string[] = [];
  const signedOutUsers: string[] = [];
  const endedSessionNames: string[] = [];
  return {
    beginRequest(request = {}) {
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
    removeRequest(id) {
      requests.delete(id);
    },
    declinedRequests,
    finishedRequests,
    progressLog,
    endedSessions,
    signedOutUsers,
    endedSessionNames,
    find: async (id) => requests.get(id) ?? null,
    async recordProgress(id, progress) {
      progressLog.push(`${id} ${progress}`);
    },
    async finish(id, login) {
      finishedRequests.push({ id, login });
    },
    async decline(id) {
      if (requests.delete(id)) declinedRequests.push(id);
      return declinedRequests.includes(id);
    },
    notifyLogout: async () => null,
    async endSessionsOf(userId) {
      signedOutUsers.push(userId);
    },
    async endSessionNamed(name) {
      endedSessionNames.push(name);
    },
    async endSession(cookieHeader) {
      endedSessions.push(cookieHeader);
      return ['engine=; Path=/; Max-Age=0'];
    },
  };
}
