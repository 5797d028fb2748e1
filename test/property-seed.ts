import fc from 'fast-check'

// Every run of one commit tries the same cases; PROPERTY_SEED=random looks for new ones.
const wanted = process.env.PROPERTY_SEED ?? '20261124'
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) })
