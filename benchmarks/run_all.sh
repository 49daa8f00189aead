#!/usr/bin/env bash
# Runs the suites one after another and writes one JSON each.
#   run_all.sh [--programs DIR] [--output DIR] [--budget SECONDS] [--suites "A B"] [-- options of the programs]
# Without PyTorch, cuDNN, cuBLAS or CUPTI their part is left out, and said so: of the family, which needs PyTorch, all.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
programs=$here
output=bench-results
budget=600
suites="launch slices dtype_throughput granularity pipeline family regret band_sweep"
# Shares of the budget in percent, generous for the cheap ones: what one leaves over, the next may use.
declare -A share=([launch]=4 [slices]=8 [dtype_throughput]=10 [granularity]=7 [pipeline]=20 [family]=25 [regret]=24 [band_sweep]=48)
while [ $# -gt 0 ]; do
    case $1 in
        --programs) programs=$2; shift 2 ;;
        --output) output=$2; shift 2 ;;
        --budget) budget=$2; shift 2 ;;
        --suites) suites=$2; shift 2 ;;
        --) shift; break ;;
        *) sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 2 ;;
    esac
done
mkdir -p "$output"
python=${PYTHON:-python3}

# PyTorch's side is compiled once; the libraries that come with its package serve the other peers too.
peer=$programs/libreluk_torch_peer.so
torch_dir=$("$python" -c 'import importlib.util as u; s = u.find_spec("torch"); print(s.submodule_search_locations[0] if s else "")' 2>/dev/null)
if [ -n "$torch_dir" ]; then
    packages=$(dirname "$torch_dir")
    export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$torch_dir/lib:$packages/nvidia/cu13/lib:$packages/nvidia/cudnn/lib
    [ -e "$peer" ] || bash "$here/torch_peer/build.sh" "$peer" || echo "PyTorch's side does not compile here." >&2
fi
export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$programs:${CUDA_HOME:-/usr/local/cuda}/lib64:${CUDA_HOME:-/usr/local/cuda}/extras/CUPTI/lib64

status=0
begin=$SECONDS
for suite in $suites; do
    if [ "$suite" = family ]; then
        # In Python, on tensors of PyTorch's.
        [ -n "$torch_dir" ] || { echo "== family: left out, PyTorch is not installed for $python" >&2; continue; }
        needed=$programs/libreluk_family_bench.so
        command=("$python" "$here/family/family.py" --library "$needed")
    else
        needed=$programs/$suite
        command=("$needed" --benchmark_out_format=json)
        [ ! -e "$peer" ] || command+=(--torch-peer="$peer")
    fi
    [ -e "$needed" ] || { echo "== $suite: not built" >&2; continue; }
    left=$((budget - (SECONDS - begin)))
    mine=$((budget * ${share[$suite]:-10} / 100))
    [ $mine -lt $left ] || mine=$left
    [ $mine -gt 0 ] || { echo "== $suite: left out, the budget of $budget s is spent" >&2; status=1; continue; }
    echo "== $suite, at most $mine s" >&2
    "${command[@]}" --budget=$mine --benchmark_out="$output/$suite.json" "$@" >"$output/$suite.txt"
    code=$?
    if [ $code -eq 77 ]; then
        [ "$suite" = family ] || exit 77
        echo "== family: left out; see $output/$suite.txt" >&2 # it may be PyTorch that knows of no GPU
        continue
    fi
    [ $code -eq 0 ] || { echo "== $suite ended with $code; see $output/$suite.txt" >&2; status=$code; }
done
echo "== $((SECONDS - begin)) s, results in $output" >&2
exit $status
