import type { ComponentChildren } from 'preact'
import { coverageEnd, troubles } from '../model/chain.ts'
import { count, span, tame, utc } from '../model/format.ts'
import { CoverageStrip } from '../parts/coverage-strip.tsx'
import { Endpoints } from '../parts/endpoints.tsx'
import type { ChainView } from '../service/status.ts'
import { useStatus } from '../service/use-status.ts'

const conditions = { ok: 'ok', degraded: 'degraded', offline: 'offline' } as const

/** Every chain as it is now. */
export const ChainsPage = () => {
  const { status, up } = useStatus()
  return (
    <>
      <h1 tabIndex={-1}>Chains</h1>
      {status === undefined ? (
        <p class="empty" role="status">
          {up === false ? 'Nothing is known while the service does not answer.' : 'Asking …'}
        </p>
      ) : status.chains.length === 0 ? (
        <p class="empty">No chain is served yet.</p>
      ) : (
        status.chains.map((chain) => <Chain key={chain.chainId} chain={chain} />)
      )}
      {status !== undefined && <p class="faint">Ownscan {status.version}</p>}
    </>
  )
}

const Chain = ({ chain }: { readonly chain: ChainView }) => {
  const { indexer } = chain
  const end = coverageEnd(chain)
  return (
    <article class="chain" aria-labelledby={`chain-${chain.chainId}`}>
      <header>
        <h2 id={`chain-${chain.chainId}`}>
          {chain.name} <span class="faint">{chain.chainId}</span>
        </h2>
        <span class={`state ${chain.condition}`}>{conditions[chain.condition]}</span>
        {chain.reason !== '' && <span class="faint">{tame(chain.reason, 300)}</span>}
      </header>
      <Figures chain={chain} />
      {chain.coverage !== null && end !== undefined && (
        <section aria-label="Coverage">
          {(['transfers', 'blocks'] as const).map((dataset) => (
            <CoverageStrip
              key={dataset}
              label={dataset === 'transfers' ? 'Transfers' : 'Validated blocks'}
              ranges={chain.coverage?.[dataset] ?? []}
              first={chain.startBlock ?? 0}
              last={end}
              finalized={chain.finalized}
            />
          ))}
        </section>
      )}
      {chain.endpoints.length > 0 && <Endpoints chain={chain} />}
      {indexer !== null && <Reorganisations notes={indexer.reorganisations} />}
      <Troubles chain={chain} />
    </article>
  )
}

const Figure = ({ name, children, note }: { readonly name: string; readonly children: ComponentChildren; readonly note?: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <strong>{children}</strong>
      {note !== undefined && <span class="faint">{note}</span>}
    </dd>
  </div>
)

const Figures = ({ chain }: { readonly chain: ChainView }) => {
  const { head, finalized, rows, lagBlocks, indexer } = chain
  const backfill = indexer?.backfill ?? null
  return (
    <dl class="figures">
      <Figure name="Head" {...(head === null ? {} : { note: `${span(Date.now() / 1000 - head.timestamp)} old` })}>
        {head === null ? '–' : count(head.number)}
      </Figure>
      <Figure
        name="Final up to"
        {...(head === null || finalized === null ? {} : { note: `${count(head.number - finalized)} below the head` })}
      >
        {finalized === null ? '–' : count(finalized)}
      </Figure>
      <Figure name="Behind the nodes" {...(indexer?.lagMs == null ? {} : { note: `last block in ${count(indexer.lagMs)} ms` })}>
        {lagBlocks === null ? '–' : `${count(lagBlocks)} blocks`}
      </Figure>
      <Figure name="Indexer" {...(indexer === null ? {} : { note: `${span(indexer.ageMs / 1000)} ago` })}>
        {indexer?.phase ?? 'none'}
      </Figure>
      {backfill !== null && (
        <Figure
          name="Still to index"
          note={`${count(Math.round(backfill.blocksPerSecond))} blocks/s${backfill.etaSeconds === null ? '' : `, about ${span(backfill.etaSeconds)} left`}`}
        >
          {count(backfill.remainingBlocks)} blocks
        </Figure>
      )}
      {rows !== null && (
        <>
          <Figure name="Transfers">{count(rows.transfers)}</Figure>
          <Figure name="Validated blocks">{count(rows.blocks)}</Figure>
          <Figure name="Uncles">{count(rows.uncles)}</Figure>
        </>
      )}
    </dl>
  )
}

const Reorganisations = ({ notes }: { readonly notes: NonNullable<ChainView['indexer']>['reorganisations'] }) => (
  <section>
    <h3>Reorganisations seen: {count(notes.count)}</h3>
    {notes.count === 0 ? (
      <p class="faint">None since the indexer started.</p>
    ) : (
      <ul class="plain-list">
        {notes.recent.map(({ at, depth, ancestor }) => (
          <li key={at}>
            {utc(at / 1000)}: {count(depth)} {depth === 1 ? 'block' : 'blocks'} above {count(ancestor)} replaced
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** Rows that failed a check were never stored; what could not be had is named. */
const Troubles = ({ chain }: { readonly chain: ChainView }) => {
  const found = troubles(chain)
  return (
    <section>
      <h3>Checks</h3>
      {found.length === 0 ? (
        <p class="faint">Nothing a node sent has failed a check.</p>
      ) : (
        <ul class="plain-list">
          {found.map((text) => (
            <li key={text}>{tame(text, 400)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
