// The gateway as a part of other programs: the command line runs it in the foreground and keeps the book of agents, and any
// program may embed its host.
export { type Daemon, type DaemonOptions, type Ending, runDaemon } from './daemon.ts';
export * from './embed.ts';
export { configuredFor, type Families, isFamilies, isSwitchedOn, switchFamilies } from './grants/families.ts';
export type { CallEntry, Entry } from './journal/entry.ts';
export { type OtelSpan, toOtelSpan } from './journal/otel.ts';
export { isEntryKind, type JournalFilter, readJournal } from './journal/read.ts';
export { statsOf } from './journal/stats.ts';
export { AgentBook, type AgentBookOptions, type KnownAgent, type Minted } from './store/agent-book.ts';
export { parseConfig, readConfigProblem } from './store/config.ts';
export { idOf, type ServerSpec } from './store/server-spec.ts';
