import { count, tame } from '../model/format.ts'
import type { ChainView } from '../service/status.ts'

const states = { ok: 'ok', cooling: 'waits', parked: 'set aside', down: 'down' } as const

/** The nodes of a chain: how they are, how fast, and what went wrong with them. */
export const Endpoints = ({ chain }: { readonly chain: ChainView }) => (
  <div class="wide-scroll" tabIndex={0} role="region" aria-label={`Endpoints of ${chain.name}`}>
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">Endpoint</th>
          <th scope="col">State</th>
          <th scope="col" class="right">
            Head
          </th>
          <th scope="col" class="right">
            Latency
          </th>
          <th scope="col" class="right">
            Requests a second
          </th>
          <th scope="col">Faults</th>
        </tr>
      </thead>
      <tbody>
        {chain.endpoints.map(({ id, name, state, head, latencyMs, requestsPerSecond, rateCap, faults, lastFault }) => (
          <tr key={id}>
            <td class="hex">{tame(name, 80)}</td>
            <td>
              <span class={`state ${state}`}>{states[state]}</span>
            </td>
            <td class="right">{head === undefined ? '–' : count(head)}</td>
            <td class="right">{latencyMs === undefined ? '–' : `${count(Math.round(latencyMs))} ms`}</td>
            <td class="right">
              {count(Math.round(requestsPerSecond * 10) / 10)}
              {rateCap !== undefined && <span class="faint"> of {count(rateCap)}</span>}
            </td>
            <td>
              {Object.entries(faults)
                .map(([kind, times]) => `${kind} ${count(times)}`)
                .join(', ') || <span class="faint">none</span>}
              {lastFault !== undefined && <p class="faint">{tame(lastFault, 200)}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
