// The gateway as a part of other programs: the command line runs it in the foreground, and keeps the book of agents.
export { type Daemon, type DaemonOptions, type Ending, runDaemon } from './daemon.ts';
export { AgentBook, type AgentBookOptions, type KnownAgent, type Minted } from './store/agent-book.ts';
