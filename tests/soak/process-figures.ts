// What the processes of a home use: memory and handles, by the program they run. Read from /proc, so only on Linux.
import { readdirSync, readFileSync } from 'node:fs';
import { processesOfHome } from '../support/left-behind.ts';

export interface ProcessFigures {
  readonly gatewayMib: number;
  readonly gatewayHandles: number;
  /** Of the largest native host. */
  readonly hostMib: number;
  readonly hostHandles: number;
  /** Of the largest agent's shim. */
  readonly shimMib: number;
  /** Programs of ours and servers; the browsers' and the editor's own processes come and go as they like. */
  readonly processes: number;
}

const KIB_PER_MIB = 1024;
const counted = /gateway\.cjs|native-host\.cjs|mcp-shim\.cjs|fixture-server\.mjs/;

export function readFigures(home: string): ProcessFigures {
  const all = processesOfHome(home).filter(({ commandLine }) => counted.test(commandLine));
  const of = (program: string) => all.filter(({ commandLine }) => commandLine.includes(program)).map(({ pid }) => pid);
  return {
    gatewayMib: largest(of('gateway.cjs').map(mibOf)),
    gatewayHandles: largest(of('gateway.cjs').map(handlesOf)),
    hostMib: largest(of('native-host.cjs').map(mibOf)),
    hostHandles: largest(of('native-host.cjs').map(handlesOf)),
    shimMib: largest(of('mcp-shim.cjs').map(mibOf)),
    processes: all.length,
  };
}

function largest(values: readonly number[]): number {
  return Math.max(0, ...values);
}

function mibOf(pid: number): number {
  try {
    const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kib) / KIB_PER_MIB);
  } catch {
    return 0; // It ended between the listing and the reading.
  }
}

function handlesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
