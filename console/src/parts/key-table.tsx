import { useState } from 'preact/hooks'
import { count, day, tame } from '../model/format.ts'
import type { KeyView } from '../service/keys.ts'

interface KeyTableProps {
  readonly keys: readonly KeyView[]
  readonly revoke: (id: string) => Promise<void>
}

/** Days of use drawn beside a key. */
const drawnDays = 30
const dayMs = 86_400_000

export const KeyTable = ({ keys, revoke }: KeyTableProps) => {
  const [asking, setAsking] = useState<string | undefined>(undefined)
  return (
    <div class="wide-scroll" tabIndex={0} role="region" aria-label="Keys">
      <table class="plain keys">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Id</th>
            <th scope="col" class="right">
              A second
            </th>
            <th scope="col" class="right">
              Today
            </th>
            <th scope="col">Last {drawnDays} days</th>
            <th scope="col">Made</th>
            <th scope="col">State</th>
            <th scope="col">
              <span class="unseen">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id} class={key.revokedAt === null ? '' : 'faint'}>
              <td>
                <bdi>{tame(key.name, 64)}</bdi>
              </td>
              <td class="hex">{key.id}</td>
              <td class="right">{key.perSecond === 0 ? 'any' : count(key.perSecond)}</td>
              <td class="right">
                {count(key.usedToday)}
                {key.perDay > 0 && <span class="faint"> of {count(key.perDay)}</span>}
              </td>
              <td>
                <Use calls={key.use} />
              </td>
              <td>{day(key.createdAt / 1000)}</td>
              <td>{stateOf(key)}</td>
              <td class="right">
                {key.revokedAt === null &&
                  (asking === key.id ? (
                    <span class="buttons">
                      <button type="button" class="danger" onClick={() => void revoke(key.id).then(() => setAsking(undefined))}>
                        Revoke for good
                      </button>
                      <button type="button" onClick={() => setAsking(undefined)}>
                        Keep
                      </button>
                    </span>
                  ) : (
                    <button type="button" onClick={() => setAsking(key.id)} aria-label={`Revoke ${tame(key.name, 64)}`}>
                      Revoke …
                    </button>
                  ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const stateOf = ({ revokedAt, expiresAt }: KeyView): string => {
  if (revokedAt !== null) return `revoked ${day(revokedAt / 1000)}`
  if (expiresAt === null) return 'active'
  return `${expiresAt <= Date.now() ? 'expired' : 'until'} ${day(expiresAt / 1000)}`
}

/** Calls a day as small bars, today on the right. */
const Use = ({ calls }: { readonly calls: KeyView['use'] }) => {
  const byDate = new Map(calls.map(({ date, calls: times }) => [date, times]))
  const days = Array.from({ length: drawnDays }, (_, i) => day((Date.now() - (drawnDays - 1 - i) * dayMs) / 1000))
  const most = Math.max(1, ...days.map((date) => byDate.get(date) ?? 0))
  const sum = days.reduce((total, date) => total + (byDate.get(date) ?? 0), 0)
  const words = `${count(sum)} calls in ${drawnDays} days, at most ${count(sum === 0 ? 0 : most)} a day`
  return (
    <svg class="use" viewBox={`0 0 ${drawnDays * 4} 20`} role="img" aria-label={words}>
      <title>{words}</title>
      {days.map((date, i) => {
        const height = ((byDate.get(date) ?? 0) / most) * 20
        return <rect key={date} x={i * 4} y={20 - Math.max(height, 0.6)} width="3" height={Math.max(height, 0.6)} />
      })}
    </svg>
  )
}
