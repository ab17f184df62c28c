// An agent that a person has allowed on a site for good, in a profile that asks.
import { type NamedAgent, NamedAgents } from './named-agents.ts';
import { Person } from './person.ts';
import { BrowserStage } from './stage.ts';
import type { ToolSite } from './tool-pages.ts';

export interface AllowedAgent {
  readonly agent: NamedAgent;
  readonly person: Person;
  close(): Promise<void>;
}

export async function openAllowedAgent(engine: 'chromium' | 'firefox', site: ToolSite): Promise<AllowedAgent> {
  const stage = await BrowserStage.open(engine, {}, { asksAboutSites: true, isDriven: true });
  const agents = await NamedAgents.open(stage.home, stage.host);
  const person = await Person.open(engine, stage);
  await person.browseTo(`${site.origin}/article`);
  const agent = agents.agent('Anna');
  const first = agent.call('navigate', { url: `${site.origin}/article` });
  // What it ends with is seen below, also when that comes before the click.
  first.catch(() => {});
  await (await person.panel('#asking')).click('document.getElementById("whole")');
  await person.click(`Always allow: Anna, ${site.origin}`);
  await first;
  return {
    agent,
    person,
    async close() {
      agents.close();
      person.close();
      await stage.close();
    },
  };
}
