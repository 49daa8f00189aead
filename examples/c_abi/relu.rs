// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// ReLU on the CPU through reluk's C interface, from Rust:
//     rustc examples/c_abi/relu.rs -L build/c/c -o relu && LD_LIBRARY_PATH=build/c/c ./relu
use std::ffi::{c_char, c_int, c_void, CStr};

#[link(name = "reluk_c")]
extern "C" {
    fn reluk_c_relu_host(out: *mut c_void, input: *const c_void, n: usize, dtype: c_int) -> c_int;
    fn reluk_c_error_string(error: c_int) -> *const c_char;
}

const FLOAT32: c_int = 1; // enum reluk_c_dtype

fn relu(x: &mut [f32]) -> Result<(), String> {
    let data = x.as_mut_ptr() as *mut c_void;
    // Sound: data is x.len() floats, and the library may work in place.
    match unsafe { reluk_c_relu_host(data, data, x.len(), FLOAT32) } {
        0 => Ok(()),
        error => Err(unsafe { CStr::from_ptr(reluk_c_error_string(error)) }.to_string_lossy().into_owned()),
    }
}

fn main() -> Result<(), String> {
    let mut x = [-2.0, -0.0, 0.5, 3.0];
    relu(&mut x)?;
    println!("relu(-2, -0, 0.5, 3) = {:?}", x);
    Ok(())
}
