// The gateway for other programs: the command line runs it and edits the agent store; any program may embed its host.

export * from './embed/embed.ts';
export { type Daemon, type DaemonOptions, type Ending, runDaemon } from './lifecycle/daemon.ts';
export { SECRET_VALUES_FILE, SECRETS_FILE } from './lifecycle/open-secrets.ts';
export { requireSockets } from './remotes/remote-link.ts';
export { probeArguments, removalArguments, setUpArguments } from './remotes/ssh-command.ts';
export { EVERYONE } from './rooms/callers/callers.ts';
export { configuredFor, type Families, isFamilies, isSwitchedOn, switchFamilies } from './rooms/grants/families.ts';
export type { CallEntry, Entry } from './rooms/journal/entry.ts';
export { type OtelSpan, toOtelSpan } from './rooms/journal/otel.ts';
export { isEntryKind, type JournalFilter, readJournal } from './rooms/journal/read.ts';
export { statsOf } from './rooms/journal/stats.ts';
export { requireTypable, SecretValues } from './secrets/secret-values.ts';
export { parseTotpKey } from './secrets/totp.ts';
export { AgentStore, type AgentStoreOptions, type KnownAgent, type Minted } from './store/agent-store.ts';
export { parseConfig, readConfigProblem } from './store/config.ts';
export {
  addServers,
  type ConfigFile,
  changeConfigFile,
  noSuchEntry,
  openConfigFile,
} from './store/config-file.ts';
export { type Remote, RemoteStore, requireFolder, requireHost } from './store/remote-store.ts';
export { readOrigins, requireSecretName, type SecretEntry, SecretStore, secretKinds } from './store/secret-store.ts';
export { idOf, type ServerSpec } from './store/server-spec.ts';
export { StopList, type StoppedAgent } from './store/stop-list.ts';
